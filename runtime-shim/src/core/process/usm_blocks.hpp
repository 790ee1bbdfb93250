// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The living USM allocations of the process.
#pragma once

#include <cstddef>
#include <optional>

namespace sycl::detail {

struct usm_block {
  char *begin;
  std::size_t bytes;
};

// The allocation that `pointer` points into. Thread-safe.
std::optional<usm_block> usm_block_of(const void *pointer);

} // namespace sycl::detail
