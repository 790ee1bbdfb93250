// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mutex whose way without contention is two instructions with a lock in the caller's own code. For locks that each
// submission takes: there the calls of std::mutex are a tenth of what it costs.
#pragma once

#include <atomic>

namespace sycl::detail {

class light_mutex {
public:
  constexpr light_mutex() = default;
  light_mutex(const light_mutex &) = delete;

  void lock() noexcept {
    int expected = free;
    if (!state_.compare_exchange_strong(expected, held, std::memory_order_acquire, std::memory_order_relaxed))
      wait();
  }
  bool try_lock() noexcept {
    int expected = free;
    return state_.compare_exchange_strong(expected, held, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void unlock() noexcept {
    if (state_.exchange(free, std::memory_order_release) == awaited)
      wake();
  }

private:
  static constexpr int free = 0, held = 1, awaited = 2; // held, and others may be waiting
  void wait() noexcept;                                 // until it is this thread's
  void wake() noexcept;
  std::atomic<int> state_{free};
};

} // namespace sycl::detail
