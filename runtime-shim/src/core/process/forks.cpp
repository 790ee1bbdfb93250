// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/forks.hpp"

#include <cstddef>
#include <pthread.h>
#include <sys/single_threaded.h>
#include <type_traits>

namespace sycl::detail {
namespace {

constexpr auto lock_count = static_cast<std::size_t>(process_lock::count);
std::mutex locks[lock_count];
light_mutex graph_lock;
static_assert(std::is_trivially_destructible_v<std::mutex> && std::is_trivially_destructible_v<light_mutex>,
              "objects in static storage use them when they are destroyed");

constexpr std::size_t most_functions = 8;
std::atomic<void (*)()> functions[most_functions];
std::atomic<void (*)()> before{nullptr};

std::atomic<bool> beside_threads{false};

constexpr bool is_graph(std::size_t i) { return i == static_cast<std::size_t>(process_lock::graph); }
bool was_alone = true; // under all locks
void lock_all() {
  if (auto *call = before.load())
    call();
  for (std::size_t i = 0; i != lock_count; ++i)
    is_graph(i) ? graph_lock.lock() : locks[i].lock();
  was_alone = __libc_single_threaded;
}
void unlock_all() {
  for (std::size_t i = lock_count; i-- != 0;)
    is_graph(i) ? graph_lock.unlock() : locks[i].unlock();
}
void start_anew() {
  unlock_all();
  if (!was_alone)
    beside_threads.store(true, std::memory_order_relaxed);
  for (const auto &f : functions)
    if (auto *call = f.load())
      call();
}

// Undone by the C library when this one is closed.
[[maybe_unused]] const int registered = ::pthread_atfork(lock_all, unlock_all, start_anew);

} // namespace

std::mutex &process_mutex(process_lock l) noexcept { return locks[static_cast<std::size_t>(l)]; }
light_mutex &process_graph_mutex() noexcept { return graph_lock; }

bool forked_beside_threads() noexcept { return beside_threads.load(std::memory_order_relaxed); }

void before_fork(void (*f)()) noexcept { before.store(f); }

void after_fork(void (*f)()) noexcept {
  for (auto &slot : functions) {
    void (*none)() = nullptr;
    if (slot.compare_exchange_strong(none, f) || none == f)
      return;
  }
}

} // namespace sycl::detail
