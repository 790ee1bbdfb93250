// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an ND-range becomes a grid of blocks.
#pragma once

#include "core/driver.hpp"

#include <cstdint>

namespace sycl::detail::cuda {

// Index 0 is x, the fastest dimension, as in SPIR-V order.
struct device_limits {
  std::uint64_t max_block_size = 1, max_block[3] = {1, 1, 1}, max_grid[3] = {1, 1, 1};
  std::uint64_t shared_memory = 0;       // per block, without asking
  std::uint64_t shared_memory_optin = 0; // per block, for kernels that ask for it
};

struct launch_geometry {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  bool empty = false; // no work-items: nothing to launch, and the driver would refuse it
};

// Linear variants (plain ranges): a one-dimensional grid of ceil(work-items / (group × items per thread)) blocks. The
// variant suggests the group size; it is lowered to `max_block_size` if that is less. Others: one block per work-group.
// max_block_size is the kernel's limit on this device. Throws sycl::exception errc::nd_range, naming the values, if the range
// does not fit the device.
launch_geometry geometry_of(const launch_request &request, const device_limits &limits, std::uint64_t max_block_size);

} // namespace sycl::detail::cuda
