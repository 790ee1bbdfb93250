// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// USM allocations, by address.
#pragma once

#include "sycl/usm.hpp"

namespace sycl::detail {
struct device_impl;

// The kind of the allocation that the address lies in, of any context; else unknown.
usm::alloc usm_kind_of(const void *pointer);

// Whether the address lies in an allocation of the context that the device's kernels access: its own, or one of the
// host.
bool usm_is_reached(const void *pointer, const device_impl &, const context &);

// check_memory() of command.hpp, for memory of a context.
void check_usm(const context &, const char *what, const void *pointer, std::size_t count, std::size_t size);

} // namespace sycl::detail
