// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "staging_ring.hpp"

#include "pinned_blocks.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail::gpu {

// Makes the next `count` slots usable.
bool staging_ring::fill_slots(const api &f, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    slot &s = slots_[(next_ + i) % pieces];
    if (!s.memory)
      s.memory = allocate_pinned(f, piece);
    if (!s.memory)
      return false;
    if (!s.busy)
      f.require(f.event_create, &s.busy, event_disable_timing);
  }
  return true;
}

bool staging_ring::send(const api &f, stream_handle stream, device_pointer dst, const void *src, std::size_t bytes) {
  std::lock_guard lock(mutex_);
  if (bytes > most || !fill_slots(f, (bytes + piece - 1) / piece))
    return false;
  for (std::size_t at = 0; at < bytes; at += piece) {
    const std::size_t part = std::min(piece, bytes - at);
    slot &s = slots_[next_++ % pieces];
    f.require(f.event_synchronize, s.busy); // one that was never recorded is complete
    std::memcpy(s.memory, static_cast<const char *>(src) + at, part);
    f.copy(dst + at, to_device(s.memory), part, stream);
    f.require(f.event_record, s.busy, stream);
  }
  return true;
}

void staging_ring::release(const api &f) noexcept {
  for (slot &s : slots_) {
    if (s.busy)
      drop_release_error(f.event_destroy(s.busy));
    if (s.memory)
      drop_release_error(f.mem_free_host(s.memory));
    s = {};
  }
}

} // namespace sycl::detail::gpu
