// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a device: cl_intel_unified_shared_memory where it has that, else the shared virtual memory of OpenCL
// 2.0, which host and device name by the same pointers; else buffers (buffer_memory.hpp).
#pragma once

#include "memory.hpp"

namespace sycl::detail::opencl {

std::unique_ptr<memory> make_memory(const std::shared_ptr<const api> &, platform_handle, device_handle);

// The kinds of memory whose pointers may be used everywhere in kernels. Without device memory there are buffers.
struct memory_kinds {
  bool device = false, host = false, shared = false;
};
memory_kinds kinds_of(const api &, platform_handle, device_handle);

} // namespace sycl::detail::opencl
