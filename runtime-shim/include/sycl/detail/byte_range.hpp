// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes [begin, end) of a buffer: all of them, or those of a sub-buffer.
#pragma once

#include <cstddef>

namespace sycl::detail {

struct byte_range {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

} // namespace sycl::detail
