// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills as parts of fused kernels.
#pragma once

#include "sycl/detail/command.hpp"

namespace sycl {
class context;
}

namespace sycl::detail {
struct device_impl;

// Whether the command, a copy or a fill with a kernel, may be a part of a fused kernel on the device: some bundle has
// the kernel, and all memory is buffers, or USM that the device accesses. What is copied from or to other memory of the
// host is not: programs expect that it is read, or written, as by the driver.
bool may_be_fused(const command &, device_impl &, const context &);

} // namespace sycl::detail
