// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a launch: the one form of an ND-range in bundles, guards, drivers and the choice of a fused launch.
// Manifests have manifest::nd_range beside it, where sizes may be unknown and are in SYCL order.
#pragma once

#include <cstdint>

namespace syclfuse {

// In work-items and in SPIR-V order: index 0 is the fastest dimension, SYCL's last. Unused dimensions have size 1 and
// offset 0. Local sizes of 0 mean that none is specified. Part of the bundle format.
struct launch_sizes {
  std::uint64_t global_size[3] = {1, 1, 1}, local_size[3] = {0, 0, 0}, global_offset[3] = {0, 0, 0};
};

inline bool operator==(const launch_sizes &a, const launch_sizes &b) {
  for (int d = 0; d < 3; ++d)
    if (a.global_size[d] != b.global_size[d] || a.local_size[d] != b.local_size[d] ||
        a.global_offset[d] != b.global_offset[d])
      return false;
  return true;
}

} // namespace syclfuse
