// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pinned.hpp"

#include "context.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail::gpu {

namespace {

void *allocate_pinned(const api &f, std::size_t bytes) {
  void *p = nullptr;
  const result r = f.mem_host_alloc(&p, bytes, host_alloc_default);
  if (r == result::success)
    return p;
  if (r != result::out_of_memory)
    f.fail(f.mem_host_alloc.name, r);
  return nullptr;
}

std::size_t rounded(std::size_t bytes) {
  std::size_t size = pinned_blocks::least;
  while (size < bytes)
    size *= 2;
  return size;
}

} // namespace

// Makes the next `count` slots usable.
bool staging_ring::fill_slots(context &owner, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    slot &s = slots_[(next_ + i) % pieces];
    if (!s.memory)
      s.memory = allocate_pinned(owner.current(), piece);
    if (!s.memory)
      return false;
    if (!s.busy)
      s.busy = owner.take_event(false);
  }
  return true;
}

bool staging_ring::send(context &owner, stream_handle stream, device_pointer dst, const void *src, std::size_t bytes) {
  const api &f = owner.current();
  std::lock_guard lock(mutex_);
  if (bytes > most || !fill_slots(owner, (bytes + piece - 1) / piece))
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

void *pinned_blocks::take(const api &f, std::size_t bytes) {
  if (bytes < least || bytes > most)
    return nullptr;
  const std::size_t size = rounded(bytes);
  {
    std::lock_guard lock(mutex_);
    auto fits = std::find_if(free_.begin(), free_.end(), [&](const block &b) { return b.size == size; });
    if (fits != free_.end()) {
      void *memory = fits->memory;
      free_bytes_ -= size;
      free_.erase(fits);
      return memory;
    }
  }
  return allocate_pinned(f, size);
}

void pinned_blocks::give(const api &f, void *memory, std::size_t bytes) noexcept {
  const std::size_t size = rounded(bytes);
  try {
    std::lock_guard lock(mutex_);
    if (free_bytes_ + size <= kept) {
      free_.push_back({memory, size});
      free_bytes_ += size;
      return;
    }
  } catch (...) { // no memory for the entry
  }
  drop_release_error(f.mem_free_host(memory));
}

void pinned_blocks::release(const api &f) noexcept {
  for (const block &b : free_)
    drop_release_error(f.mem_free_host(b.memory));
  free_.clear();
  free_bytes_ = 0;
}

} // namespace sycl::detail::gpu
