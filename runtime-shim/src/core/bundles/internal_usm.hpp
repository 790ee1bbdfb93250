// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations that are internal to a region: an annotated_ptr has the layout of an accessor (kinds.hpp), with the
// allocation as its buffer. Other than buffers, they can be reached by plain pointers.
#pragma once

#include "sycl/detail/command.hpp"

namespace sycl::detail {

// An accessor in a closure, by what it is for.
struct accessed_memory {
  const void *buffer;      // or the identity of an allocation
  const char *begin, *end; // of an allocation

  static accessed_memory of(const unsigned char *accessor) noexcept;
  bool is_usm() const noexcept { return reinterpret_cast<std::uintptr_t>(buffer) & 1; }
};

// True if the command reaches the allocation by a plain pointer: one in the closure of a kernel, or of those that
// follow it, or what is copied or filled. A number that looks like one costs a promotion.
bool points_into(const command &c, const accessed_memory &usm);
// True if the kernel has an annotated_ptr to the allocation.
bool has_accessor_of(const command &c, const accessed_memory &usm);

} // namespace sycl::detail
