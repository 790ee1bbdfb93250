// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing a graph: its steps, in their order, in one stream.
#include "core/queue/sequence.hpp"
#include "core/feedback/statistics.hpp"
#include "core/queue/held_locks.hpp"
#include "core/queue/queue_impl.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

bool is_host_task(const flat_sequence::step &s) {
  return s.what->single && s.what->single->kind == command_kind::host_task;
}

// What the whole graph does with the buffer of one of its commands.
const requirement *border_of(const command &whole, const buffer_impl *b) {
  const auto found = std::find_if(whole.requirements.begin(), whole.requirements.end(),
                                  [b](const requirement &r) { return r.buffer == b; });
  return found == whole.requirements.end() ? nullptr : &*found;
}

} // namespace

void queue_impl::launch_steps(const flat_sequence &s, std::size_t begin, std::size_t end) {
  each_launch(s, begin, end, [&](std::size_t first, std::size_t, region_segment *segment) {
    segment ? run_segment(*segment) : execute(*s.steps[first].what->single);
  });
}

void queue_impl::run_steps(const command_sequence &s, std::size_t begin, std::size_t end) {
  if (s.prepared.stretches.empty())
    return launch_steps(s.flat, begin, end);
  for (const prepared_sequence::stretch &g : s.prepared.stretches)
    if (g.begin >= begin && g.end <= end)
      g.replay ? streams_.current().replay(*g.replay) : launch_steps(s.flat, g.begin, g.end);
}

// Runs `f`, which launches these steps.
template <class F> void queue_impl::with_steps(command_sequence &s, std::size_t begin, std::size_t end, F f) {
  const held_locks held(s.flat.locks);
  const std::uint64_t started = counting() ? now_ns() : 0;
  make_ready(s, nullptr);
  f();
  if (counting())
    each_region(s.flat, begin, end, [&](fusion_region &r) {
      r.completed_ns = started;
      count_segments(r);
    });
}

void queue_impl::run_sequence(command &c, const ref<event_impl> &e, const prerequisites &needs,
                              std::shared_ptr<driver_event> &recorded) {
  command_sequence &s = *c.sequence;
  await_enqueued(needs); // without the locks: what comes before may need them
  if (s.host_tasks)
    return run_with_host_tasks(c, e, needs, recorded);
  const std::size_t count = s.flat.steps.size();
  with_steps(s, 0, count, [&] {
    enqueue(e, recorded, [&] {
      start(needs);
      if (profiling_)
        e->start_ns = now_ns();
      run_steps(s, 0, count);
      if (profiling_)
        e->end_ns = now_ns();
    });
  });
}

template <class F> void queue_impl::enqueue_and_wait(F f) {
  auto e = make_event(event_impl::state::registered);
  std::shared_ptr<driver_event> recorded;
  enqueue(e, recorded, f);
  e->set_enqueued(std::move(recorded));
  e->wait_complete();
}

// The locks are free while a task runs, which may wait for another graph with the same commands.
void queue_impl::run_with_host_tasks(const command &c, const ref<event_impl> &e, const prerequisites &needs,
                                     std::shared_ptr<driver_event> &recorded) {
  command_sequence &s = *c.sequence;
  const auto &steps = s.flat.steps;
  for (const auto &before : needs.events)
    before->wait_complete();
  enqueue_and_wait([&] { start(needs); });
  e->start_ns = profiling_ ? now_ns() : 0;
  for (std::size_t at = 0; at != steps.size();) {
    if (is_host_task(steps[at])) {
      run_task_of(c, *steps[at++].what->single);
      continue;
    }
    // Together: the stream is another command's as soon as its lock is released.
    std::size_t end = at;
    while (end != steps.size() && !is_host_task(steps[end]))
      ++end;
    const auto stretch = [&] {
      streams_.select({}, nullptr);
      run_steps(s, at, end);
    };
    with_steps(s, at, end, [&] { end == steps.size() ? enqueue(e, recorded, stretch) : enqueue_and_wait(stretch); });
    at = end;
  }
  e->end_ns = profiling_ ? now_ns() : 0;
}

// What is on the device as far as others know is brought to the host for the task, and back.
void queue_impl::run_task_of(const command &whole, command &task) {
  const auto on_device = [&](const requirement &r) -> const requirement * {
    const requirement *b = device_->host_memory ? nullptr : border_of(whole, r.buffer);
    return b && !b->host ? b : nullptr;
  };
  for (const requirement &r : task.requirements)
    if (on_device(r))
      r.buffer->fetch(*device_, r.bytes);
  task.task(interop_handle(*this));
  if (device_->host_memory)
    return;
  enqueue_and_wait([&] {
    streams_.select({}, nullptr);
    for (const requirement &r : task.requirements)
      if (const requirement *b = on_device(r); b && writes(r.mode))
        stream().copy(static_cast<char *>(b->memory) + r.bytes.begin,
                      static_cast<const char *>(r.buffer->host_memory(true)) + r.bytes.begin, r.bytes.size());
  });
}

// A graph that is executed again and again, with nothing in between: without a command, and without a look at its
// buffers.

// With the lock of the streams held, so that nobody learns meanwhile that the last execution has finished.
bool queue_impl::can_execute_again(const executable_graph &g, const command_sequence &s, ref<event_impl> &e) {
  if (device_->host_memory && s.border.empty() && !g.has_last.load(std::memory_order_acquire))
    return true;
  std::lock_guard<light_mutex> lock(graph_mutex());
  const auto &last = g.last;
  if (last.sequence != s.number || last.uses != uses_of_buffers || open_regions != 0)
    return false;
  // Somebody who holds it wants to know of the last execution, not of this one.
  if (last.event->held() || last.event->deferred() || last.event->current() < event_impl::state::enqueued)
    return false;
  if (!device_->host_memory && !streams_.has(*last.event))
    return false; // in another queue
  e = last.event;
  e->begin_again();
  return true;
}

bool queue_impl::execute_again(const executable_graph &g, ref<event_impl> &result) {
  if (automatic_ != automatic_fusion::off)
    end_run(end_of_holding::command);
  if (watched_ || profiling_ || records() || in_fusion_mode() || has_deferred_.load(std::memory_order_acquire))
    return false;
  return g.with_current([&](command_sequence &s) {
    if (s.host_tasks || s.has_mutex)
      return false;
    make_ready(s, nullptr);
    std::lock_guard<light_mutex> lock(stream_mutex_);
    ref<event_impl> e;
    if (!can_execute_again(g, s, e))
      return false;
    std::shared_ptr<driver_event> recorded;
    try {
      if (e)
        streams_.select_behind(*e);
      run_steps(s, 0, s.flat.steps.size());
      if (e)
        recorded = streams_.record(e);
    } catch (...) {
      if (e)
        e->set_enqueued(std::move(recorded));
      throw;
    }
    if (e) {
      e->set_enqueued(std::move(recorded));
      if (e->current() != event_impl::state::complete)
        result = std::move(e);
    }
    return true;
  });
}

} // namespace sycl::detail
