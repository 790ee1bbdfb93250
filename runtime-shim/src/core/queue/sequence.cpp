// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing a graph: its steps, in their order, in one stream.
#include "core/queue/sequence.hpp"
#include "core/feedback/statistics.hpp"
#include "core/process/env.hpp"
#include "core/queue/queue_impl.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

void flatten(const command_sequence &s, flat_sequence &to) {
  to.locks.push_back(s.lock.get());
  for (const sequence_step &step : s.steps)
    if (step.child)
      flatten(*step.child, to);
    else
      to.steps.push_back(&step);
}

class held_locks {
public:
  explicit held_locks(std::vector<std::mutex *> locks) : locks_(std::move(locks)) {
    std::sort(locks_.begin(), locks_.end());
    locks_.erase(std::unique(locks_.begin(), locks_.end()), locks_.end());
    for (std::mutex *m : locks_)
      m->lock();
  }
  ~held_locks() {
    for (std::mutex *m : locks_)
      m->unlock();
  }
  held_locks(const held_locks &) = delete;

private:
  std::vector<std::mutex *> locks_;
};

bool is_host_task(const sequence_step *s) { return s->single && s->single->kind == command_kind::host_task; }

// What the whole graph does with the buffer of one of its commands.
const requirement *border_of(const command &whole, const buffer_impl *b) {
  const auto found = std::find_if(whole.requirements.begin(), whole.requirements.end(),
                                  [b](const requirement &r) { return r.buffer == b; });
  return found == whole.requirements.end() ? nullptr : &*found;
}

} // namespace

void queue_impl::run_step(const sequence_step &s) {
  if (s.region)
    each_part(*s.region, [&](fusion_region &part) { run_part(part); });
  else
    execute(*s.single);
}

// Runs `f`, which launches these steps.
template <class F> void queue_impl::with_steps(const flat_sequence &all, step_range steps, F f) {
  const held_locks held(all.locks);
  const auto each_region = [&](auto g) {
    for (auto s = steps.begin; s != steps.end; ++s)
      if ((*s)->region)
        g(*(*s)->region);
  };
  each_region([&](fusion_region &r) {
    r.completed_ns = counting() ? now_ns() : 0;
    choose_parts(r, env().fuse.on ? syclfuse::diag::reason_none : syclfuse::diag::reason_disabled, true);
  });
  f();
  each_region(count_parts);
}

void queue_impl::run_sequence(command &c, const ref<event_impl> &e, const prerequisites &needs,
                              std::shared_ptr<driver_event> &recorded) {
  flat_sequence all;
  flatten(*c.sequence, all);
  await_enqueued(needs); // without the locks: what comes before may need them
  if (c.sequence->host_tasks)
    return run_with_host_tasks(c, e, needs, all, recorded);
  with_steps(all, {all.steps.begin(), all.steps.end()}, [&] {
    enqueue(e, recorded, [&] {
      start(needs);
      e->start_ns = profiling_ ? now_ns() : 0;
      for (const sequence_step *s : all.steps)
        run_step(*s);
      e->end_ns = profiling_ ? now_ns() : 0;
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
                                     const flat_sequence &all, std::shared_ptr<driver_event> &recorded) {
  for (const auto &before : needs.events)
    before->wait_complete();
  enqueue_and_wait([&] { start(needs); });
  e->start_ns = profiling_ ? now_ns() : 0;
  for (auto at = all.steps.begin(); at != all.steps.end();) {
    if (is_host_task(*at)) {
      run_task_of(c, *(*at++)->single);
      continue;
    }
    // Together: the stream is another command's as soon as its lock is released.
    const auto end = std::find_if(at, all.steps.end(), is_host_task);
    const auto segment = [&] {
      streams_.select({}, nullptr);
      for (auto s = at; s != end; ++s)
        run_step(**s);
    };
    with_steps(all, {at, end},
               [&] { end == all.steps.end() ? enqueue(e, recorded, segment) : enqueue_and_wait(segment); });
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

} // namespace sycl::detail
