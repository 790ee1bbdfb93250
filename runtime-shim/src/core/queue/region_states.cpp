// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states of a region, as docs/runtime.md has them, and every step from one to the next. What runs in a step is in
// repeats.cpp, for regions that do what the queue's region before did, and in fusion.cpp for all others.
#include "core/feedback/statistics.hpp"
#include "core/memory/placement.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "core/regions/matching.hpp"
#include "core/regions/segments.hpp"

#include <algorithm>

namespace sycl::detail {

using syclfuse::diag;

// None to repeating or collecting.
void queue_impl::start_fusion(fusion_mode mode, const source_location &location, ref<event_impl> *region) {
  if (records() && recorder())
    throw_error(errc::invalid, "start_fusion: the queue records to a graph");
  std::unique_lock<light_mutex> lock(region_mutex_);
  while (holds()) {
    lock.unlock();
    end_holding(end_of_holding::command);
    lock.lock();
  }
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
  region_->kind = syclfuse::region_kind::fusion_wrapper;
  region_->mode = mode;
  region_->location = location;
  collecting_.store(collecting::a_region, std::memory_order_release);
  if (region)
    *region = region_event_;
}

void queue_impl::trust_region() {
  std::lock_guard<light_mutex> lock(region_mutex_);
  trusted_from_start_ = true;
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
  record_outcome({nullptr, diag::reason_disabled});
  return true;
}

// Repeating to collecting, with region_mutex_ held. The lock also waits for who ends it for us: another queue that
// comes to use a buffer.
void queue_impl::stop_repeating() {
  std::lock_guard<light_mutex> graph(graph_mutex());
  if (late_owner == this)
    enter_late();
}

// The step itself, with graph_mutex() held. region_ stays as long as this is the late owner.
void queue_impl::enter_late() {
  const std::size_t count = end_late() & index_mask;
  region_->event->let_go_times(region_->commands.size() - count + 1);
  region_->commands.resize(count);
  for (command *c : region_->commands) // no other region knows the buffers: it would have come here first
    enter_now(*c, region_->event, region_->event.get(), region_->needs, nullptr);
}

// Repeating or collecting to closed, with region_mutex_ held: the region's place in the order of all commands is fixed.
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
    ++kept_;
    if (!holds()) // their commands are not kept
      region_->before.keep(region_->commands, region_->event, region_->used_before, kept_);
  }
  const std::size_t before = region_->needs.events.size();
  if (has_deferred_.load(std::memory_order_relaxed))
    follow_queue(in_order_, region_->needs);
  if (!region_->repeats) {
    region_->event->add_waits(region_->needs.events, before);
    region_->deferred = defer(region_->event, region_->needs, in_order_, false);
  }
  region_->event->set_registered();
  if (holds()) {
    region_->wanted = holding_.sequences && holding_.sequences->ends(holding_.at);
    holding_.at = automaton::nothing;
    episode_.fetch_add(1, std::memory_order_relaxed);
  }
  return std::move(region_);
}

// Closed to closing, with region_mutex_ held.
void queue_impl::begin_closing(fusion_region &region) {
  std::lock_guard<light_mutex> graph(graph_mutex());
  if (!region.deferred) {
    region.event->set_closing(true);
    deferred_.add(region.event);
    has_deferred_.store(true, std::memory_order_release);
  }
  collecting_.store(collecting::nothing, std::memory_order_release);
}

std::unique_ptr<fusion_region> queue_impl::close_region(const event_impl *of) {
  if (!in_fusion_mode() && !holds())
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

event queue_impl::complete_fusion(region_promises p) {
  if (end_of_off_region(nullptr))
    return event(run_barrier());
  end_holding(end_of_holding::command); // else it would be taken for the region that there is not
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

// Closed to enqueued, with region_mutex_ held: no other thread sees a state between.
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

bool queue_impl::can_launch_now(const fusion_region &region) const {
  return !watched_ && !region.deferred && !has_deferred_.load(std::memory_order_relaxed) &&
         region.needs.events.empty() && region.needs.transfers.empty() && region.remembered.chosen.variant &&
         is_chosen_for(region, *device_);
}

// Closed to enqueued. Other threads may hold kernels again once the lock of the streams is this one's: what they launch
// comes behind it.
void queue_impl::launch_now(std::unique_ptr<fusion_region> closed, std::unique_lock<light_mutex> &lock) {
  const timer_of_holding timer(device_->host_memory);
  fusion_region &region = *closed;
  region.run_as = region.remembered.chosen;
  region.chosen_before = region.fused_something = true;
  region.timed = false;
  region.launch.launched = nullptr;
  judge_holding(region);
  {
    std::lock_guard<light_mutex> streams(stream_mutex_);
    collecting_.store(collecting::nothing, std::memory_order_release);
    lock.unlock();
    try {
      start(region.needs, region.event.get());
      place_reserved({region.commands.data(), region.commands.size()}, *device_, region.run_as.variant);
      run_segment(region);
      end_of_region(region, streams_.record(region.event));
    } catch (...) {
      keep_error(std::current_exception());
      end_after_failure(region);
    }
  }
  region.needs.clear();
  release_commands(region);
  lock.lock();
  spare_ = std::move(closed); // with its event, which most often nobody has by the time of the next one
}

// Closing to enqueued, or to waiting.
void queue_impl::finish_region(std::unique_ptr<fusion_region> closed, diag reason) {
  ending_region region{*this, std::move(closed), {}};
  region->completed_ns = counting() ? now_ns() : 0;
  region->has_all_commands = split_at_reductions(*region);
  choose_segments(*region, reason);
  // Those of an automatic region go back to the pool.
  region->has_all_commands &= region->known.number == 0 && region->kind != syclfuse::region_kind::automatic;
  if (region->kind != syclfuse::region_kind::automatic)
    record_outcome(outcome_of_segments(*region));
  region->fused_something = false;
  each_segment(*region, [&](region_segment &segment) { region->fused_something |= segment.run_as.variant != nullptr; });
  // The end of a queue waits for what its region follows: no thread of the runtime can have the queue by then.
  auto self = region->deferred ? weak_from_this().lock() : nullptr;
  if (!self)
    return run_region(*region, region.recorded);
  auto task = std::move(region->deferred);
  std::shared_ptr<fusion_region> kept(std::move(region.region));
  bool blocks = false;
  each_segment(*kept, [&](region_segment &segment) {
    blocks |=
        std::any_of(segment.commands.begin(), segment.commands.end(), [](const command *c) { return c->has_mutex; });
  });
  deferred_task::start(std::move(task), blocks, [self = std::move(self), kept]() mutable {
    std::shared_ptr<driver_event> recorded;
    try {
      self->run_region(*kept, recorded);
    } catch (...) {
      self->keep_error(std::current_exception());
    }
    each_segment(*kept, [&](region_segment &segment) { self->release_commands(segment); });
    self.reset(); // as in run_later()
    end_of_region(*kept, std::move(recorded));
  });
}

// To enqueued. What the buffers know the region by is its own event, or that of the one before.
void queue_impl::end_of_region(fusion_region &region, const std::shared_ptr<driver_event> &recorded) noexcept {
  if (region.repeats) {
    event_impl &known = *region.before.event();
    known.stream = region.event->stream;
    known.order = region.event->order;
    known.set_enqueued(recorded);
  }
  region.event->set_enqueued(recorded);
}

void queue_impl::end_closing(event_impl &e) {
  std::lock_guard<light_mutex> graph(graph_mutex());
  e.set_closing(false);
  deferred_.remove(e);
  forget_started();
}

queue_impl::ending_region::~ending_region() {
  if (!region)
    return;
  end_of_region(*region, recorded);
  queue.end_closing(*region->event);
  queue.give_back(std::move(region));
}

void queue_impl::give_back(std::unique_ptr<fusion_region> region) noexcept {
  region->needs.clear();
  region->deferred.reset();
  region->event.reset();
  join_known(*region);
  std::unique_lock<light_mutex> lock(region_mutex_);
  if (region->kind == syclfuse::region_kind::automatic)
    judge_holding(*region);
  if (!keep_commands(*region)) {
    lock.unlock();
    each_segment(*region, [&](region_segment &segment) { release_commands(segment); });
    lock.lock();
  }
  spare_ = std::move(region);
}

} // namespace sycl::detail
