// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pinned_blocks.hpp"

#include <algorithm>

namespace sycl::detail::gpu {

void *allocate_pinned(const api &f, std::size_t bytes) {
  void *p = nullptr;
  const result r = f.mem_host_alloc(&p, bytes, host_alloc_default);
  if (r == result::success)
    return p;
  if (r != result::out_of_memory)
    f.fail(f.mem_host_alloc.name, r);
  return nullptr;
}

namespace {

std::size_t rounded(std::size_t bytes) {
  std::size_t size = pinned_blocks::least;
  while (size < bytes)
    size *= 2;
  return size;
}

} // namespace

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
