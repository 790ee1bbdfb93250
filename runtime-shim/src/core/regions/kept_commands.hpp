// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of the region that a queue ran last, for the next one: most regions are submitted again and again. Each
// command group gets the command back that it filled in the time before. While it asks for the same buffers and
// launches the same kernel, nothing of the command is made, checked or entered anew.
#pragma once

#include "sycl/detail/command.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sycl::detail {

class kept_commands {
public:
  static constexpr std::size_t most = 32;

  // The next one, for which the caller need not hold a lock; null if it is not there.
  command *take() noexcept {
    std::atomic<command *> &slot = slots_[next_.load(std::memory_order_relaxed)];
    return slot.load(std::memory_order_relaxed) ? slot.exchange(nullptr, std::memory_order_acquire) : nullptr;
  }
  // How many of the region's commands there are by now.
  void set_next(std::size_t n) noexcept { next_.store(n, std::memory_order_relaxed); }

  // By one thread at a time. Gives what was there.
  command *put(std::size_t index, command *c) noexcept {
    std::atomic<command *> &slot = slots_[index];
    command *old = slot.load(std::memory_order_relaxed) ? slot.exchange(nullptr, std::memory_order_acquire) : nullptr;
    slot.store(c, std::memory_order_release);
    return old;
  }

private:
  std::atomic<std::size_t> next_{0};
  std::atomic<command *> slots_[most + 1] = {}; // the last one stays empty
};

// True if it is nothing but a kernel with accessors and values, so that it can be kept.
inline bool is_plain(const command &c) {
  return c.kind == command_kind::kernel && c.fusible &&
         !(c.placeholders | c.hierarchical | c.root_sync | c.has_mutex) && c.dependencies.empty() &&
         c.followers.empty() && c.scratch.empty() && c.streams.empty() && c.dynamic_arguments.empty();
}

} // namespace sycl::detail
