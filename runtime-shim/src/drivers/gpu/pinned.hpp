// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host memory that the driver knows ("pinned"): the device copies from and to it by itself, beside the host and at full
// speed. Making it is slow, so it is kept, and bounded.
#pragma once

#include "api.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace sycl::detail::gpu {

class context;

// Through which data goes from memory of the program to the device: a ring of pieces. The driver's own way waits for
// the stream's earlier commands first. Thread-safe. The context that is passed is always the one that owns it, current
// on the calling thread.
class staging_ring {
public:
  static constexpr std::size_t piece = std::size_t{512} << 10, pieces = 8;
  // Smaller copies the driver takes over at once; larger ones would wait for the ring, and the driver has one of its
  // own.
  static constexpr std::size_t least = std::size_t{64} << 10, most = piece * pieces;

  // The source may be reused when it returns. False, and nothing has happened, if there is no pinned memory.
  bool send(context &, stream_handle, device_pointer dst, const void *src, std::size_t bytes);
  void release(const api &) noexcept;

private:
  struct slot {
    void *memory = nullptr;
    event_handle busy = nullptr; // recorded behind its last copy; null: none yet
  };
  bool fill_slots(context &, std::size_t count);
  std::mutex mutex_;
  slot slots_[pieces];
  std::size_t next_ = 0;
};

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
