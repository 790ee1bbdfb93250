// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "api.hpp"

#include <cstddef>
#include <mutex>

namespace sycl::detail::gpu {

// A ring of pinned pieces, through which data goes from memory of the program to the device. The driver's own way waits
// for the stream's earlier commands first. Thread-safe. The functions that are passed must have the context that owns
// the ring current on the calling thread.
class staging_ring {
public:
  static constexpr std::size_t piece = std::size_t{512} << 10, pieces = 8;
  // Smaller copies the driver takes over at once; larger ones would wait for the ring, and the driver has one of its
  // own.
  static constexpr std::size_t least = std::size_t{64} << 10, most = piece * pieces;

  // The source may be reused when it returns. False, and nothing has happened, if there is no pinned memory.
  bool send(const api &, stream_handle, device_pointer dst, const void *src, std::size_t bytes);
  void release(const api &) noexcept;

private:
  struct slot {
    void *memory = nullptr;
    event_handle busy = nullptr; // recorded behind its last copy; null: none yet
  };
  bool fill_slots(const api &, std::size_t count);
  std::mutex mutex_;
  slot slots_[pieces];
  std::size_t next_ = 0;
};

} // namespace sycl::detail::gpu
