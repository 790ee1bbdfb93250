// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that the submitting thread cannot hand to the device, because the host has something to do first: a host
// task has to run, a host accessor is still alive, or such a command comes before them. They run on threads of the
// runtime, which are started when first needed and end when idle. A thread never waits for another deferred command,
// only for devices, so that there are no circles.
#pragma once

#include "core/events/event_impl.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace sycl::detail {

struct ready_body {
  std::function<void()> run;
  bool blocks = false; // it may wait for something else than a device
};

class deferred_task {
public:
  // Follows those of `events` that the host has still to bring about. With graph_mutex() held. Null if there is none,
  // unless `always`.
  static std::shared_ptr<deferred_task> following(const std::vector<ref<event_impl>> &events, bool always);

  // Runs `body` once, on a thread of the runtime, when all that it follows is enqueued. It must not throw. `blocks`: it
  // runs code of the program's on the host, or waits for a mutex of the program's.
  static void start(std::shared_ptr<deferred_task> task, bool blocks, std::function<void()> body);

private:
  friend class event_impl;
  // One of the events is enqueued, or start() was called: the last of them makes the body ready.
  void step(std::vector<ready_body> &ready);
  static void post(std::vector<ready_body> ready);
  ready_body body_;
  std::atomic<unsigned> missing_{1};
};

} // namespace sycl::detail
