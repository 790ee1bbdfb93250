// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion mode: regions that do what the queue's region before did. Their commands are those that were filled in then
// (kept_commands), buffers are told nothing (repeated_region), and what ran then runs again. Whatever differs ends
// that: the commands so far are entered, and everything goes on as in fusion.cpp.
#include "core/bundles/registry.hpp"
#include "core/feedback/nvtx.hpp"
#include "core/process/env.hpp"
#include "core/queue/queue_impl.hpp"
#include "core/regions/matching.hpp"

namespace sycl::detail {

// For an event that nobody but the runtime holds. Where a stream has it as its last one, other threads look at it with
// the lock of the streams. That is held while kernels run, so it is not waited for: false.
bool queue_impl::begin_event_again(event_impl &e, event_impl::state s) {
  std::unique_lock<light_mutex> streams(stream_mutex_, std::defer_lock);
  if (streams_.has_newest(e) && !streams.try_lock())
    return false;
  e.begin_again(s);
  return true;
}

// The one of the region before, if nobody can ask for it any more.
void queue_impl::make_region_event() {
  constexpr unsigned own = 2; // references: the queue's and the region's
  event_impl *e = region_event_.get();
  if (e && e == region_->event.get() && !profiling_ &&
      (e->is_free(own) || (e->is_free(own + 1) && streams_.has_newest(*e))) &&
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
  region_->event->hold_times(region_->commands.size());
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

// region_ stays as long as this is the late owner.
void queue_impl::enter_late() {
  const std::size_t count = end_late() & index_mask;
  region_->event->let_go_times(region_->commands.size() - count);
  region_->commands.resize(count);
  for (command *c : region_->commands) // no other region knows the buffers: it would have come here first
    enter_now(*c, region_->event, region_->event.get(), region_->needs, nullptr);
}

// With region_mutex_ held. The lock also waits for who ends it for us: another queue that comes to use a buffer.
void queue_impl::stop_repeating() {
  std::lock_guard<light_mutex> graph(graph_mutex());
  if (late_owner == this)
    enter_late();
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
  return c;
}

void queue_impl::make_ordinary(command &c) noexcept {
  c.again = 0;
  c.requirements.erase(c.requirements.begin() + (c.expected - c.requirements.data()), c.requirements.end());
  c.expected = c.expected_end = nullptr;
}

namespace {

// With the same kernel and ND-range it is as right as it was.
bool is_as_before(const command &c) {
  return c.expected == c.expected_end && !c.other_launch && c.local_memory == c.local_memory_before && is_plain(c);
}

} // namespace

event_impl *queue_impl::add_again(command &c) noexcept {
  if (is_as_before(c)) {
    // If the region is still the one that the command was handed out for, then so is its event.
    event_impl *region = late_event_.load(std::memory_order_relaxed);
    std::uint64_t late = std::exchange(c.again, 0);
    if (late_.compare_exchange_strong(late, late + 1, std::memory_order_acq_rel, std::memory_order_relaxed))
      return region;
  }
  make_ordinary(c);
  return nullptr;
}

bool queue_impl::can_run_again(const fusion_region &r, bool barriers) const {
  return r.repeats && !watched_ && r.launched && r.launched == r.run_as.variant && barriers && r.barriers &&
         is_chosen_again(r, *device_);
}

void queue_impl::run_again(std::unique_ptr<fusion_region> closed) {
  // Whatever happens, its event ends and its commands are back in their place.
  struct ending {
    queue_impl &queue;
    std::unique_ptr<fusion_region> region;
    std::shared_ptr<driver_event> recorded;
    ~ending() {
      end_of_region(*region, recorded);
      for (std::size_t index = 0; index != region->commands.size(); ++index)
        queue.kept_commands_.put_back(index, region->commands[index]);
      queue.spare_ = std::move(region);
    }
  } end{*this, std::move(closed), {}};
  fusion_region &region = *end.region;
  record_outcome(region.run_as);
  enqueue(region.event, end.recorded, [&] {
    select_for(region);
    launch_again(region);
  });
}

void queue_impl::launch_again(fusion_region &region) {
  region.chosen_before = true;
  if (!profiling_ && !nvtx::present())
    try {
      return streams_.current().launch_again(region.request, region.prepared);
    } catch (const sycl::exception &e) {
      // What drivers throw before they start anything: its kernels may run one by one.
      if (e.code() != errc::nd_range && e.code() != errc::memory_allocation)
        throw;
    }
  region.event->start_ns = profiling_ ? now_ns() : 0;
  run_part(region);
  region.event->end_ns = profiling_ ? now_ns() : 0;
  record_outcome(region.run_as);
}

void queue_impl::select_for(const fusion_region &r) {
  if (r.repeats && r.before.uses_buffers() && streams_.has(*r.before.event())) // it has not if the one before failed
    streams_.select_behind(*r.before.event(), r.event.get());
  else
    start(r.needs, r.event.get());
}

// What the buffers know the region by is its own event, or that of the one before.
void queue_impl::end_of_region(fusion_region &region, const std::shared_ptr<driver_event> &recorded) noexcept {
  if (region.repeats) {
    event_impl &known = *region.before.event();
    known.stream = region.event->stream;
    known.order = region.event->order;
    known.set_enqueued(recorded);
  }
  region.event->set_enqueued(recorded);
}

queue_impl::ending_region::~ending_region() {
  if (!region)
    return;
  end_of_region(*region, recorded);
  queue.give_back(std::move(region));
}

// With region_mutex_ held. They stay in the region, too. False: its commands go back to the pool.
bool queue_impl::keep_commands(fusion_region &r) noexcept {
  if (!r.before.event() || r.before.number() != kept_)
    return false;
  const auto put = [&](std::size_t index, command *c) {
    if (command *old = kept_commands_.put(index, c))
      release(old);
  };
  std::size_t index = 0;
  for (command *c : r.commands) {
    c->local_memory_before = c->local_memory;
    put(index++, c);
  }
  for (; !r.repeats && index != kept_commands::most; ++index)
    put(index, nullptr);
  return true;
}

void queue_impl::give_back(std::unique_ptr<fusion_region> region) noexcept {
  region->needs.clear();
  region->deferred.reset();
  region->event.reset();
  std::unique_lock<light_mutex> lock(region_mutex_);
  if (!keep_commands(*region)) {
    lock.unlock();
    each_part(*region, [&](fusion_region &part) {
      release_commands(part);
      if (&part != region.get()) // those without commands end the list
        part.event.reset();
    });
    for (fusion_region *part = region.get(); part; part = part->next.get())
      part->commands.clear();
    lock.lock();
  }
  spare_ = std::move(region);
}

} // namespace sycl::detail
