// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which queues record to a graph, and which buffers their commands use meanwhile.
#include "core/graphs/graph_impl.hpp"

#include "core/memory/recorded_buffers.hpp"
#include "core/process/errors.hpp"

#include <algorithm>

namespace sycl::detail {

graph_impl::recorded_queue *graph_impl::find(const queue_impl &q) {
  const auto found = std::find_if(queues_.begin(), queues_.end(),
                                  [&](const recorded_queue &r) { return r.key == &q && !r.queue.expired(); });
  return found == queues_.end() ? nullptr : &*found;
}

bool graph_impl::records() const {
  return std::any_of(queues_.begin(), queues_.end(),
                     [](const recorded_queue &r) { return r.open && !r.queue.expired(); });
}

void graph_impl::start(queue_impl &q) {
  if (&q.dev() != &commands_->dev() || q.ctx() != commands_->ctx())
    throw_error(errc::invalid, "begin_recording: the queue has another context or device than the graph");
  if (!q.start_recording(shared_from_this()))
    throw_error(errc::invalid, "begin_recording: the queue records already, or is in fusion mode");
  if (recorded_queue *known = find(q))
    known->open = true;
  else
    queues_.push_back({q.weak_from_this(), &q, true, nullptr, nullptr, {}});
}

void graph_impl::stop(recorded_queue &r) {
  if (const auto q = r.queue.lock(); q && r.open)
    q->end_recording();
  r.open = false;
  if (records())
    return;
  for (const buffer_impl *b : recorded_)
    unmark_recorded_buffer(b);
  recorded_.clear();
}

void graph_impl::mark_recorded(const command &c) {
  for (const requirement &r : c.requirements)
    if (std::find(recorded_.begin(), recorded_.end(), r.buffer) == recorded_.end()) {
      recorded_.push_back(r.buffer);
      mark_recorded_buffer(r.buffer);
    }
}

void graph_impl::begin_recording(const std::vector<queue> &queues) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::size_t started = 0;
  try {
    for (; started < queues.size(); ++started)
      start(*queues[started].impl());
  } catch (...) {
    while (started > 0)
      stop(*find(*queues[--started].impl()));
    throw;
  }
}

void graph_impl::join_recording(queue_impl &q) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!records())
    throw_error(errc::invalid, "a command that runs depends on an event of a command that was recorded");
  start(q);
}

void graph_impl::end_recording() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (recorded_queue &r : queues_)
    stop(r);
}

void graph_impl::end_recording(queue_impl &q) {
  const auto to = q.recorder();
  if (!to)
    return;
  if (to.get() != this)
    throw_error(errc::invalid, "end_recording: the queue records to another graph");
  std::lock_guard<std::mutex> lock(mutex_);
  if (recorded_queue *r = find(q))
    stop(*r);
}

} // namespace sycl::detail
