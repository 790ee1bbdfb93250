// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that do what the queue's region before did. Their commands are those that were filled in then
// (kept_commands), buffers are told nothing (repeated_region), and what ran then runs again. Whatever differs ends
// that: the commands so far are entered, and everything goes on as in fusion.cpp.
#include "core/queue/queue_impl.hpp"
#include "core/regions/matching.hpp"

#include <algorithm>

namespace sycl::detail {

// For an event that nobody but the runtime holds. Where a stream has it as its last one, other threads look at it with
// the lock of the streams. That is held while kernels run, so it is not waited for: false.
bool queue_impl::begin_event_again(event_impl &e, event_impl::state s) {
  std::unique_lock<light_mutex> streams(stream_mutex_, std::defer_lock);
  if (streams_.may_look_at(e) && !streams.try_lock())
    return false;
  e.begin_again(s);
  return true;
}

// The one of the region before, if nobody can ask for it any more.
void queue_impl::make_region_event() {
  constexpr unsigned own = 2; // references: the queue's and the region's
  event_impl *e = region_event_.get();
  if (e && e == region_->event.get() && !profiling_ && e->is_free(own, [&] { return streams_.has_newest(*e); }) &&
      begin_event_again(*e, event_impl::state::pending))
    return;
  region_event_ = make_event(event_impl::state::pending);
  region_->event = region_event_;
}

bool queue_impl::can_be_late() {
  return region_->before.number() == kept_ && region_->commands.size() == region_->before.count() &&
         region_->before.begin([&](const event_impl &e) { return streams_.has_newest(e); });
}

void queue_impl::begin_late() {
  region_->event->hold_times(region_->commands.size() + 1); // one for complete_fusion()
  late_event_.store(region_->event.get(), std::memory_order_relaxed);
  late_owner = this;
  late_.store(++late_number_ * (index_mask + 1), std::memory_order_release);
}

std::uint64_t queue_impl::end_late() {
  late_owner = nullptr;
  return late_.exchange(0, std::memory_order_acq_rel);
}

std::size_t queue_impl::commands_so_far() const {
  return late_owner == this ? late_.load(std::memory_order_acquire) & index_mask : region_->commands.size();
}

command *queue_impl::acquire_again() {
  const std::uint64_t late = late_.load(std::memory_order_acquire);
  command *c = late != 0 ? kept_commands_.take(late & index_mask) : nullptr;
  if (!c)
    return acquire();
  c->again = late;
  c->kind = command_kind::empty;
  c->local_memory = 0;
  c->not_in_graphs = nullptr;
  c->expected = c->requirements.data();
  c->expected_end = c->expected + c->requirements.size();
  c->followers_again = 0;
  return c;
}

void queue_impl::make_ordinary(command &c) noexcept {
  c.again = 0;
  c.requirements.erase(c.requirements.begin() + (c.expected - c.requirements.data()), c.requirements.end());
  c.expected = c.expected_end = nullptr;
  for (; c.followers.size() > c.followers_again; c.followers.pop_back())
    c.queue->release(c.followers.back());
  const auto is_required = [&](const buffer_impl *b) {
    return std::any_of(c.requirements.begin(), c.requirements.end(),
                       [b](const requirement &r) { return r.buffer == b; });
  };
  while (!c.scratch.empty() && !is_required(c.scratch.back().get()))
    c.scratch.pop_back();
}

bool queue_impl::can_run_again(const fusion_region &r, region_promises p) const {
  return r.repeats && !watched_ && r.launch.launched && r.launch.launched == r.run_as.variant && p.barriers &&
         r.barriers && p.trusted == r.trusted && is_chosen_again(r, *device_);
}

void queue_impl::end_after_failure(fusion_region &region) noexcept {
  try {
    end_of_region(region, streams_.record(region.event));
  } catch (const std::exception &) { // the first failure is the one to report
    end_of_region(region, nullptr);
  }
}

void queue_impl::launch_again(fusion_region &region) {
  region.chosen_before = true;
  bool launched = region.launch.unwatched;
  if (launched)
    try {
      streams_.current().launch_again(region.launch.fused.request, region.launch.fused.prepared);
    } catch (const sycl::exception &e) {
      // What drivers throw before they start anything: its kernels may run one by one.
      if (e.code() != errc::nd_range && e.code() != errc::memory_allocation)
        throw;
      launched = false;
    }
  if (launched)
    return followers_of(region).empty() ? void() : launch_followers(region, true);
  region.event->start_ns = profiling_ ? now_ns() : 0;
  run_segment(region);
  region.event->end_ns = profiling_ ? now_ns() : 0;
  record_outcome(region.run_as);
}

void queue_impl::select_for(const fusion_region &r) {
  if (r.repeats && r.before.uses_buffers() && streams_.has(*r.before.event())) // it has not if the one before failed
    streams_.select_behind(*r.before.event(), r.event.get());
  else
    start(r.needs, r.event.get());
}

// With region_mutex_ held. They stay in the region, too. False: its commands go back to the pool.
bool queue_impl::keep_commands(fusion_region &r) noexcept {
  if (!r.before.event() || r.before.number() != kept_ || !r.has_all_commands)
    return false;
  const auto put = [&](std::size_t index, command *c) {
    if (command *old = kept_commands_.put(index, c))
      release(old);
  };
  std::size_t index = 0;
  for (command *c : r.commands) {
    c->local_memory_before = c->local_memory;
    c->followers_before = static_cast<std::uint8_t>(c->followers.size());
    put(index++, c);
  }
  for (; !r.repeats && index != kept_commands::most; ++index)
    put(index, nullptr);
  return true;
}

} // namespace sycl::detail
