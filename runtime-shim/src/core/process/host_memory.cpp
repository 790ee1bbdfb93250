// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/host_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

namespace sycl::detail {

namespace {

constexpr std::size_t page = 4096, huge_page = std::size_t{2} << 20;

// Where a block begins behind what was allocated for it, which is at least the room for the pointer to that. A load
// waits for an earlier store at an address that is the same in its lowest 12 bits: kernels that walk through several
// large blocks side by side are up to three times as slow if all of these begin at the same place of a page.
std::size_t place_in_page(std::size_t bytes, std::size_t alignment) {
  static std::atomic<std::size_t> blocks{0};
  const std::size_t step = std::max<std::size_t>(alignment, 256);
  if (bytes < 4 * page || step >= page)
    return alignment;
  return step * (1 + blocks.fetch_add(1, std::memory_order_relaxed) % (page / step - 1));
}

} // namespace

void *allocate_host(std::size_t bytes, std::size_t alignment) noexcept {
  alignment = std::max<std::size_t>(alignment, 128);
  const std::size_t begin = place_in_page(bytes, alignment);
  if (bytes > static_cast<std::size_t>(PTRDIFF_MAX) - huge_page - begin)
    return nullptr;
  // Loops over a few arrays in small pages lose a tenth of their speed to address translation. What is nearly a
  // multiple of a huge page is rounded up to one, so that its tail gets one too.
  const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
  if (rounded - bytes <= bytes / 8)
    bytes = rounded;
  const bool large = bytes >= huge_page;
  void *allocated = nullptr;
  if (posix_memalign(&allocated, large ? std::max(alignment, huge_page) : alignment, begin + bytes) != 0)
    return nullptr;
  if (large)
    madvise(allocated, begin + bytes, MADV_HUGEPAGE); // a hint: without it the block is as good, only slower
  void *const p = static_cast<char *>(allocated) + begin;
  static_cast<void **>(p)[-1] = allocated;
  return p;
}

void free_host(void *p) noexcept {
  if (p)
    std::free(static_cast<void **>(p)[-1]);
}

void *reserve_addresses(std::size_t bytes) noexcept {
  void *p =
      mmap(nullptr, std::max<std::size_t>(bytes, 1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}
void release_addresses(void *p, std::size_t bytes) noexcept { munmap(p, std::max<std::size_t>(bytes, 1)); }

} // namespace sycl::detail
