// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grid of blocks for an ND-range.
#pragma once

#include "core/devices/driver.hpp"

#include <cstdint>

namespace sycl::detail::gpu {

// Index 0 is x, the fastest dimension, as in SPIR-V order.
struct device_limits {
  std::uint64_t max_block_size = 1, max_block[3] = {1, 1, 1}, max_grid[3] = {1, 1, 1};
  std::uint64_t max_items = UINT64_MAX; // of all blocks, in each dimension
  unsigned warp = 32;
  std::uint64_t shared_memory = 0;       // per block, without asking
  std::uint64_t shared_memory_optin = 0; // per block, for kernels that ask for it
  bool moves_managed = false;            // pages of managed memory move one by one (concurrent managed access)
};

struct launch_geometry {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  bool empty = false; // no work-items: nothing to launch, and the driver would refuse it
};

// A group size that the code allows, or a half, quarter … of it down to a warp: the largest with which most
// work-items of the kernel are on a multiprocessor at a time. active_blocks(size) says how many blocks of that size
// are.
template <class ActiveBlocks>
std::uint64_t best_group_size(std::uint64_t largest, std::uint64_t warp, const ActiveBlocks &active_blocks) {
  std::uint64_t best = largest, most = largest * active_blocks(largest);
  for (std::uint64_t size = largest / 2; size >= warp; size /= 2)
    if (const std::uint64_t active = size * active_blocks(size); active > most) {
      best = size;
      most = active;
    }
  return best;
}

// A compiled kernel's sizes: its largest block on this device, and the one that best_group_size chooses for plain
// ranges.
struct kernel_shape {
  std::uint64_t max_block_size = 1, best_block_size = 1;
};

// Linear variants (plain ranges): a one-dimensional grid of ceil(work-items / (group × items per thread)) blocks of the
// kernel's best size. Others: one block per work-group or, in large launches, per `items per thread` of them that
// follow one another in dimension x. Throws sycl::exception errc::nd_range, naming the values, if the range does not
// fit the device.
launch_geometry geometry_of(const launch_request &request, const device_limits &limits, const kernel_shape &kernel);

} // namespace sycl::detail::gpu
