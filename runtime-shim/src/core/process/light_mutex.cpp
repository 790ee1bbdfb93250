// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/light_mutex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sycl::detail {
namespace {

static_assert(sizeof(std::atomic<int>) == sizeof(int), "the kernel looks at it");

void call(std::atomic<int> &word, int operation, int value) noexcept {
  ::syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

} // namespace

// Who has waited takes it as awaited, since others may still wait.
void light_mutex::wait() noexcept {
  while (state_.exchange(awaited, std::memory_order_acquire) != free)
    call(state_, FUTEX_WAIT_PRIVATE, awaited);
}

void light_mutex::wake() noexcept { call(state_, FUTEX_WAKE_PRIVATE, 1); }

} // namespace sycl::detail
