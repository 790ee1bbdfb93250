// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/host_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

namespace sycl::detail {

void *allocate_host(std::size_t bytes, std::size_t alignment) noexcept {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  if (bytes > static_cast<std::size_t>(PTRDIFF_MAX) - huge_page)
    return nullptr;
  // Loops over a few arrays in small pages lose a tenth of their speed to address translation. What is nearly a
  // multiple of a huge page is rounded up to one, so that its tail gets one too.
  const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
  if (rounded - bytes <= bytes / 8)
    bytes = rounded;
  const bool large = bytes >= huge_page;
  alignment = std::max<std::size_t>(alignment, large ? huge_page : 64);
  void *p = nullptr;
  if (posix_memalign(&p, alignment, std::max<std::size_t>(bytes, 1)) != 0)
    return nullptr;
  if (large)
    madvise(p, bytes, MADV_HUGEPAGE); // a hint: without it the block is as good, only slower
  return p;
}

void free_host(void *p) noexcept { std::free(p); }

void *reserve_addresses(std::size_t bytes) noexcept {
  void *p =
      mmap(nullptr, std::max<std::size_t>(bytes, 1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}
void release_addresses(void *p, std::size_t bytes) noexcept { munmap(p, std::max<std::size_t>(bytes, 1)); }

} // namespace sycl::detail
