// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion mode: regions that do what the queue's region before did. Their commands are those that were filled in then
// (kept_commands), buffers are told nothing (repeated_region), and what ran then runs again. Whatever differs ends
// that: the commands so far are entered, and everything goes on as in fusion.cpp.
#include "core/bundles/registry.hpp"
#include "core/process/env.hpp"
#include "core/queue/queue_impl.hpp"
#include "core/regions/matching.hpp"

namespace sycl::detail {

// region_ stays as long as this is the late owner.
void queue_impl::enter_late() {
  set_late(false);
  for (command *c : region_->commands) // no other region knows the buffers: it would have come here first
    enter_now(*c, region_->event, region_->event.get(), region_->needs, nullptr);
}

void queue_impl::set_late(bool on) {
  late_owner = on ? this : nullptr;
  is_late_.store(on, std::memory_order_relaxed);
}

// With region_mutex_ held.
void queue_impl::stop_repeating() {
  if (!is_late_.load(std::memory_order_relaxed))
    return;
  std::lock_guard<std::mutex> graph(graph_mutex());
  if (late_owner == this)
    enter_late();
}

command *queue_impl::acquire_again() {
  command *c = is_late_.load(std::memory_order_relaxed) ? kept_commands_.take() : nullptr;
  if (!c)
    return acquire();
  c->kind = command_kind::empty;
  c->local_memory = 0;
  c->not_in_graphs = nullptr;
  c->again = &is_late_;
  c->expected = c->requirements.data();
  c->expected_end = c->expected + c->requirements.size();
  return c;
}

void queue_impl::make_ordinary(command &c) noexcept {
  c.again = nullptr;
  c.requirements.erase(c.requirements.begin() + (c.expected - c.requirements.data()), c.requirements.end());
}

namespace {

// With the same kernel and ND-range it is as right as it was.
bool is_as_before(const command &c) {
  std::uint64_t different = 0; // without a jump for each
  for (int d = 0; d < 3; ++d)
    different |= (c.range.global_size[d] ^ c.before.range.global_size[d]) |
                 (c.range.local_size[d] ^ c.before.range.local_size[d]) |
                 (c.range.global_offset[d] ^ c.before.range.global_offset[d]);
  return c.expected == c.expected_end && c.kernel == c.before.kernel && c.local_memory == c.before.local_memory &&
         different == 0 && is_plain(c);
}

} // namespace

event_impl *queue_impl::add_again(command &c) {
  if (is_as_before(c)) {
    std::lock_guard<std::mutex> graph(graph_mutex());
    if (late_owner == this && region_->before.next(c)) {
      c.again = nullptr;
      region_->commands.push_back(&c); // there is room
      kept_commands_.set_next(region_->before.begun());
      hold(region_->event.get());
      return region_->event.get();
    }
  }
  make_ordinary(c);
  return nullptr;
}

bool queue_impl::can_run_again(const fusion_region &r, bool barriers) const {
  return r.repeats && !watched_ && r.launched && r.launched == r.run_as.variant && barriers && r.barriers &&
         is_chosen_again(r, *device_);
}

void queue_impl::run_again(std::unique_ptr<fusion_region> closed) {
  ending_region region{*this, std::move(closed), {}};
  record_outcome(region->run_as);
  enqueue(region->event, region.recorded, [&] {
    select_for(*region);
    region->chosen_before = true;
    region->event->start_ns = profiling_ ? now_ns() : 0;
    run_part(*region);
    region->event->end_ns = profiling_ ? now_ns() : 0;
  });
  record_outcome(region->run_as);
}

void queue_impl::select_for(const fusion_region &r) {
  if (r.repeats && r.before.uses_buffers() && streams_.has(*r.before.event())) // it has not if the one before failed
    streams_.select_behind(*r.before.event());
  else
    start(r.needs);
}

// What the buffers know the region by is its own event, or that of the one before.
void queue_impl::end_of_region(fusion_region &region, std::shared_ptr<driver_event> recorded) noexcept {
  if (region.repeats) {
    event_impl &known = *region.before.event();
    known.stream = region.event->stream;
    known.order = region.event->order;
    known.set_enqueued(recorded);
  }
  region.event->set_enqueued(std::move(recorded));
}

queue_impl::ending_region::~ending_region() {
  if (!region)
    return;
  end_of_region(*region, std::move(recorded));
  queue.give_back(std::move(region));
}

// With region_mutex_ held. False: its commands go back to the pool.
bool queue_impl::keep_commands(fusion_region &r) noexcept {
  if (!r.before.event() || r.before.number() != kept_)
    return false;
  const auto put = [&](std::size_t index, command *c) {
    if (command *old = kept_commands_.put(index, c))
      release(old);
  };
  std::size_t index = 0;
  for (command *c : r.commands) {
    if (!r.repeats)
      c->before = {kept_, index, c->kernel, c->range, c->local_memory};
    put(index++, c);
  }
  for (; !r.repeats && index != kept_commands::most; ++index)
    put(index, nullptr);
  r.commands.clear();
  return true;
}

void queue_impl::give_back(std::unique_ptr<fusion_region> region) noexcept {
  region->needs.clear();
  region->deferred.reset();
  region->event.reset();
  std::unique_lock<std::mutex> lock(region_mutex_);
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
