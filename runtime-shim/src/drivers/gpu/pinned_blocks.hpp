// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host memory that the driver knows ("pinned"): the device copies from and to it by itself, beside the host and at full
// speed. Making it is slow, so it is kept, and bounded.
#pragma once

#include "api.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace sycl::detail::gpu {

// Null if there is none.
void *allocate_pinned(const api &f, std::size_t bytes);

// Blocks for the host's copies of buffers. Thread-safe.
class pinned_blocks {
public:
  // Below, nothing is gained; above, a block is rarely used often enough to be worth making.
  static constexpr std::size_t least = std::size_t{64} << 10, most = std::size_t{16} << 20,
                               kept = std::size_t{64} << 20;

  // At least `bytes`. Null if it is not worth it or there is none.
  void *take(const api &, std::size_t bytes);
  // With the same number of bytes. The device no longer uses it.
  void give(const api &, void *, std::size_t bytes) noexcept;
  void release(const api &) noexcept;

private:
  struct block {
    void *memory;
    std::size_t size;
  };
  std::mutex mutex_;
  std::vector<block> free_;
  std::size_t free_bytes_ = 0;
};

} // namespace sycl::detail::gpu
