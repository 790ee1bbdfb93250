// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/forks.hpp"

#include <atomic>
#include <cstddef>
#include <pthread.h>
#include <type_traits>

namespace sycl::detail {
namespace {

constexpr auto lock_count = static_cast<std::size_t>(process_lock::count);
std::mutex locks[lock_count];
static_assert(std::is_trivially_destructible_v<std::mutex>,
              "objects in static storage use them when they are destroyed");

constexpr std::size_t most_functions = 8;
std::atomic<void (*)()> functions[most_functions];

void lock_all() {
  for (std::mutex &m : locks)
    m.lock();
}
void unlock_all() {
  for (std::size_t i = lock_count; i-- != 0;)
    locks[i].unlock();
}
void start_anew() {
  unlock_all();
  for (const auto &f : functions)
    if (auto *call = f.load())
      call();
}

// Undone by the C library when this one is closed.
[[maybe_unused]] const int registered = ::pthread_atfork(lock_all, unlock_all, start_anew);

} // namespace

std::mutex &process_mutex(process_lock l) noexcept { return locks[static_cast<std::size_t>(l)]; }

void after_fork(void (*f)()) noexcept {
  for (auto &slot : functions) {
    void (*none)() = nullptr;
    if (slot.compare_exchange_strong(none, f) || none == f)
      return;
  }
}

} // namespace sycl::detail
