// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place of a command in the order of all commands, by buffers, events and the order of its queue. Everything here
// runs with graph_mutex() held.
#include "core/queue/queue_impl.hpp"

namespace sycl::detail {

ref<event_impl> queue_impl::enter(command &c, const ref<event_impl> &event, const event_impl *own_region,
                                  prerequisites &needs, std::shared_ptr<deferred_task> *deferred) {
  std::lock_guard<light_mutex> lock(graph_mutex());
  detail::enter_late();
  return enter_now(c, event, own_region, needs, deferred);
}

ref<event_impl> queue_impl::enter_now(command &c, const ref<event_impl> &event, const event_impl *own_region,
                                      prerequisites &needs, std::shared_ptr<deferred_task> *deferred) {
  // Writing may leave elements as they were: only no_init makes the old contents unneeded.
  auto access = [&](const requirement &r) {
    return buffer_access{r.host || device_->host_memory ? nullptr : device_, !r.no_init, writes(r.mode), r.bytes};
  };
  if (open_regions != (own_region ? 1u : 0u)) {
    for (const auto &d : c.dependencies)
      if (d.get() != own_region && d->pending())
        return d;
    for (const requirement &r : c.requirements)
      if (event_impl *e = r.buffer->pending(access(r), own_region))
        return ref<event_impl>::share(e);
  }
  const std::size_t before = needs.events.size();
  for (const auto &d : c.dependencies)
    if (d->known_complete())
      event->add_finished(d);
    else if (d.get() != event.get())
      needs.events.push_back(d);
  for (requirement &r : c.requirements)
    r.buffer->enter(event, access(r), r.memory, needs.events, needs.related, needs.transfers);
  if (c.graph) { // after its last execution
    auto &last = c.graph->last;
    if (last.event && !last.event->known_complete())
      needs.events.push_back(last.event);
    last = {event, c.sequence->number, uses_of_buffers};
    c.graph->has_last.store(true, std::memory_order_release);
  }
  if (deferred) {
    const bool everything = in_order_ || c.kind == command_kind::barrier_all;
    follow_queue(everything, needs);
    *deferred =
        defer(event, needs, everything, c.kind == command_kind::host_task || (c.sequence && c.sequence->host_tasks));
    if (*deferred && (c.kind == command_kind::barrier_all || c.kind == command_kind::barrier))
      fence_ = event;
  }
  if (needs.events.size() > before)
    event->add_waits(needs.events, before);
  return {};
}

void queue_impl::follow_queue(bool everything, prerequisites &needs) {
  if (!has_deferred_.load(std::memory_order_relaxed))
    return;
  forget_started();
  if (fence_)
    needs.events.push_back(fence_);
  if (everything)
    deferred_.append_to(needs.events);
}

void queue_impl::forget_started() {
  if (fence_ && !fence_->awaits_host())
    fence_.reset();
  deferred_.forget_started();
  has_deferred_.store(fence_ || !deferred_.empty(), std::memory_order_release);
}

std::shared_ptr<deferred_task> queue_impl::defer(const ref<event_impl> &event, prerequisites &needs, bool everything,
                                                 bool always) {
  auto task = deferred_task::following(needs.events, always);
  if (!task)
    return task;
  event->set_deferred(self_);
  everything ? deferred_.replace(event) : deferred_.add(event);
  has_deferred_.store(true, std::memory_order_release);
  return task;
}

} // namespace sycl::detail
