// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of the region that a queue ran last, for the next one: most regions are submitted again and again. Each
// command group gets the command back that it filled in the time before. While it asks for the same buffers and
// launches the same kernel, nothing of the command is made, checked or entered anew. The kernels that follow a kernel
// with reductions, and their scratch memory, are the command's and stay with it.
#pragma once

#include "sycl/detail/command.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sycl::detail {

class kept_commands {
public:
  static constexpr std::size_t most = 32;

  // Takes the command out of the slot, without a lock; null if there is none.
  command *take(std::size_t index) noexcept {
    std::atomic<command *> &slot = slots_[index];
    return slot.load(std::memory_order_relaxed) ? slot.exchange(nullptr, std::memory_order_acquire) : nullptr;
  }

  // Puts a command back that was taken from this slot.
  void put_back(std::size_t index, command *c) noexcept { slots_[index].store(c, std::memory_order_release); }
  // Returns the former command of the slot. To be called by one thread at a time.
  command *put(std::size_t index, command *c) noexcept {
    std::atomic<command *> &slot = slots_[index];
    command *old = slot.load(std::memory_order_relaxed) ? slot.exchange(nullptr, std::memory_order_acquire) : nullptr;
    slot.store(c, std::memory_order_release);
    return old;
  }

private:
  std::atomic<command *> slots_[most + 1] = {}; // the last one stays empty
};

// True if it is nothing but a kernel with accessors, values and reductions, so that it can be kept.
inline bool is_plain(const command &c) {
  return c.kind == command_kind::kernel && c.fusible &&
         !(c.placeholders | c.hierarchical | c.root_sync | c.has_mutex | c.has_more);
}

// Of a command that is handed out again:
// Whether its followers are. If the closure of one may differ, then as a part of the command's own.
[[gnu::noinline]] inline bool has_followers_as_before(command &c) {
  const auto any = [&](auto f) { return std::any_of(c.followers.begin(), c.followers.end(), f); };
  c.other_closure |= any([](const command *f) { return f->other_closure; });
  return c.followers_again == c.followers_before && !any([](const command *f) { return f->other_launch; });
}
// With the same kernel and ND-range it is as right as it was.
inline bool is_as_before(command &c) {
  return is_plain(c) && !c.other_launch && c.expected == c.expected_end && c.local_memory == c.local_memory_before &&
         (c.followers_before == 0 || has_followers_as_before(c));
}

} // namespace sycl::detail
