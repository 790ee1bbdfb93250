// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion mode: the start and the end of regions, and regions that do what the queue's region before did. Their commands
// are those that were filled in then (kept_commands), buffers are told nothing (repeated_region), and what ran then
// runs again. Whatever differs ends that: the commands so far are entered, and everything goes on as in fusion.cpp.
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "core/regions/matching.hpp"
#include "core/regions/pieces.hpp"

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

// region_ stays as long as this is the late owner.
void queue_impl::enter_late() {
  const std::size_t count = end_late() & index_mask;
  region_->event->let_go_times(region_->commands.size() - count + 1);
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

void queue_impl::start_fusion(fusion_mode mode, const source_location &location, ref<event_impl> *region) {
  if (records() && recorder())
    throw_error(errc::invalid, "start_fusion: the queue records to a graph");
  std::lock_guard<light_mutex> lock(region_mutex_);
  if (collecting_.load(std::memory_order_relaxed) != collecting::nothing)
    throw_error(errc::invalid, "start_fusion: the queue is in fusion mode already");
  trusted_from_start_ = false;
  if (mode == fusion_mode::off) {
    off_region_ = make_event(event_impl::state::complete);
    collecting_.store(collecting::no_region, std::memory_order_release);
    if (region)
      *region = off_region_;
    return;
  }
  region_ = spare_ ? std::move(spare_) : std::make_unique<fusion_region>();
  make_region_event();
  {
    std::lock_guard<light_mutex> graph(graph_mutex());
    region_->used_before = uses_of_buffers;
    if (open_regions++ == 0 && can_be_late())
      begin_late();
    else
      region_->commands.clear();
  }
  region_->mode = mode;
  region_->location = location;
  collecting_.store(collecting::a_region, std::memory_order_release);
  if (region)
    *region = region_event_;
}

// True if the region that ends was never collected.
bool queue_impl::end_of_off_region(const event_impl *of) {
  if (collecting_.load(std::memory_order_acquire) != collecting::no_region)
    return false;
  std::lock_guard<light_mutex> lock(region_mutex_);
  if (collecting_.load(std::memory_order_relaxed) != collecting::no_region || (of && off_region_.get() != of))
    return false;
  off_region_.reset();
  collecting_.store(collecting::nothing, std::memory_order_release);
  record_outcome({nullptr, syclfuse::diag::reason_disabled});
  return true;
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
  return r.repeats && !watched_ && r.launched && r.launched == r.run_as.variant && p.barriers && r.barriers &&
         p.trusted == r.trusted && is_chosen_again(r, *device_);
}

std::unique_ptr<fusion_region> queue_impl::close_region(const event_impl *of) {
  if (!in_fusion_mode())
    return nullptr;
  std::lock_guard<light_mutex> lock(region_mutex_);
  auto region = close_region_now(of);
  if (!region)
    return region;
  if (region->repeats) // nobody will be given the event for the whole of it
    region->event->let_go_times(1);
  begin_closing(*region);
  return region;
}

std::unique_ptr<fusion_region> queue_impl::close_region_now(const event_impl *of) {
  if (!region_ || (of && region_->event.get() != of))
    return nullptr;
  std::lock_guard<light_mutex> graph(graph_mutex());
  const bool late = late_owner == this;
  region_->repeats = late && commands_so_far() == region_->commands.size() &&
                     !has_deferred_.load(std::memory_order_relaxed) &&
                     begin_event_again(*region_->before.event(), event_impl::state::registered);
  if (region_->repeats) {
    end_late();
  } else {
    if (late)
      enter_late();
    region_->before.keep(region_->commands, region_->event, region_->used_before, ++kept_);
  }
  const std::size_t before = region_->needs.events.size();
  if (has_deferred_.load(std::memory_order_relaxed))
    follow_queue(in_order_, region_->needs);
  if (!region_->repeats) {
    region_->event->add_waits(region_->needs.events, before);
    region_->deferred = defer(region_->event, region_->needs, in_order_, false);
  }
  region_->event->set_registered();
  return std::move(region_);
}

void queue_impl::begin_closing(fusion_region &region) {
  std::lock_guard<light_mutex> graph(graph_mutex());
  if (!region.deferred) {
    region.event->set_closing(true);
    deferred_.add(region.event);
    has_deferred_.store(true, std::memory_order_release);
  }
  collecting_.store(collecting::nothing, std::memory_order_release);
}

void queue_impl::end_closing(event_impl &e) {
  std::lock_guard<light_mutex> graph(graph_mutex());
  e.set_closing(false);
  deferred_.remove(e);
  forget_started();
}

void queue_impl::trust_region() {
  std::lock_guard<light_mutex> lock(region_mutex_);
  trusted_from_start_ = true;
}

event queue_impl::complete_fusion(region_promises p) {
  if (end_of_off_region(nullptr))
    return event(run_barrier());
  std::unique_lock<light_mutex> lock(region_mutex_);
  p.trusted |= trusted_from_start_;
  auto region = close_region_now(nullptr);
  if (!region)
    return complete_no_region();
  event_impl *e = region->event.get();
  if (!region->repeats) // else begin_late() has counted it
    hold(e);
  event result(event_handle::adopt(e));
  if (can_run_again(*region, p)) {
    run_again(std::move(region));
  } else {
    begin_closing(*region);
    lock.unlock();
    complete_anew(std::move(region), p);
  }
  return result;
}

void queue_impl::run_again(std::unique_ptr<fusion_region> closed) {
  // Whatever happens, its event ends and its commands are back in their place.
  struct keeping {
    queue_impl &queue;
    fusion_region &region;
    ~keeping() {
      std::size_t index = 0;
      for (command *c : region.commands)
        queue.kept_commands_.put_back(index++, c);
    }
  };
  spare_ = std::move(closed);
  fusion_region &region = *spare_;
  const keeping commands{*this, region};
  record_outcome(region.run_as);
  std::lock_guard<light_mutex> lock(stream_mutex_);
  // Not earlier: whoever finds the queue outside of fusion mode takes this lock behind us.
  collecting_.store(collecting::nothing, std::memory_order_release);
  try {
    select_for(region);
    launch_again(region);
    end_of_region(region, streams_.record(region.event, region.before.event().get()));
  } catch (...) {
    end_after_failure(region);
    throw;
  }
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
  bool launched = region.unwatched;
  if (launched)
    try {
      streams_.current().launch_again(region.launch.request, region.launch.prepared);
    } catch (const sycl::exception &e) {
      // What drivers throw before they start anything: its kernels may run one by one.
      if (e.code() != errc::nd_range && e.code() != errc::memory_allocation)
        throw;
      launched = false;
    }
  if (launched)
    return followers_of(region).empty() ? void() : launch_followers(region, true);
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
  queue.end_closing(*region->event);
  queue.give_back(std::move(region));
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

void queue_impl::give_back(std::unique_ptr<fusion_region> region) noexcept {
  region->needs.clear();
  region->deferred.reset();
  region->event.reset();
  join_pieces(*region);
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
