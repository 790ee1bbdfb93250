// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Demands of kernels on devices, by their attributes (syclfuse/kernel_attributes.hpp).
#pragma once

#include "sycl/kernel_bundle.hpp"

#include <cstdint>

namespace sycl::detail {

// `count` sizes, in SYCL order.
bool has_groups(const device &, const std::uint64_t *sizes, std::uint64_t count);
bool has_sub_groups(const device &, std::uint64_t size);
// True if the device has everything that the kernel's attributes demand.
bool is_allowed(const kernel_id &, const device &);

} // namespace sycl::detail
