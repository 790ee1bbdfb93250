// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends the holding of kernels where nothing that the program does ends it: after a short time, and before what queues
// do not see. One thread for the process, which is started when the first kernel is held, sleeps while none is held for
// long, and ends after a while.
#pragma once

#include <atomic>
#include <cstdint>

namespace sycl::detail {

// A queue, as far as the timer knows it.
class kernel_holder {
public:
  virtual ~kernel_holder() = default;
  // Launches what it holds, if it still holds what it did in this episode. `if_idle`: only if the device has nothing
  // else to do.
  virtual void end_episode(std::uint64_t episode, bool if_idle) noexcept = 0;
  // Odd while kernels are held, and never twice the same number then. The holder changes it, under a lock of its own.
  std::uint64_t episode() const noexcept { return episode_.load(); }

protected:
  std::atomic<std::uint64_t> episode_{0};
};

// How long kernels are held for a device that has nothing to do, in microseconds: at least two fifths of it, and about
// so long at most.
constexpr unsigned longest_hold_us = 50;

// From now on until unwatch(), which waits for those that make it end an episode.
void watch(kernel_holder &);
void unwatch(kernel_holder &) noexcept;
// A watched holder has begun an episode, or somebody has ended one. A timer of the kernel is set and taken back, which
// wakes no thread; cheap where episodes come one after the other: the timer goes on for all of them.
void holding_began() noexcept;
void holding_ended() noexcept;
// Calls holding_ended() around a launch: before one that takes the calling thread, and behind one that starts a device,
// which does not wait for it.
class timer_of_holding {
public:
  explicit timer_of_holding(bool runs_here) : ends_(!runs_here) {
    if (runs_here)
      holding_ended();
  }
  ~timer_of_holding() {
    if (ends_)
      holding_ended();
  }
  timer_of_holding(const timer_of_holding &) = delete;

private:
  const bool ends_;
};

// How often the thread has been woken for it.
std::uint64_t looks_at_holders() noexcept;
// Of all holders. Returns when what they held has been
// launched.
void end_all_holding() noexcept;

} // namespace sycl::detail
