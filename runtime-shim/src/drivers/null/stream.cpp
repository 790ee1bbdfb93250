// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/null/stream.hpp"

#include "core/process/errors.hpp"

#include <cstring>

namespace sycl::detail::null {

// Checks the range against the limits of kernel and device (errc::nd_range, errc::memory_allocation, before anything
// has started: a fused kernel that does not fit is then run kernel by kernel), and hands the arguments over.
void stream::launch(const launch_request &) { throw_error(errc::kernel, "the null device runs no kernels"); }

// Either side may be memory of the host that the vendor's library does not know.
void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes != 0)
    std::memmove(dst, src, bytes);
}

// Libraries know patterns of a few sizes; others are copied, or doubled by copies within the memory.
void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char *>(dst) + i * pattern_size, pattern, pattern_size);
}

} // namespace sycl::detail::null
