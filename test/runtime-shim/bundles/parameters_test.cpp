// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime knows of a closure by its kernel's parameters.
#include "core/bundles/snapshot_lease.hpp"
#include "region_bundle.hpp"

#include <gtest/gtest.h>

using namespace sycl::detail;

// The second kernel has an int at the end of a closure that is aligned for pointers.
TEST(Parameters, BytesOfNoneAreHoles) {
  const test::registered_bundle bundle(test::make_bundle({}));
  const snapshot_lease lease;
  ASSERT_FALSE(lease->regions.empty());
  const region_node &region = *lease->regions.front().region();
  EXPECT_TRUE(region.submissions[0].kernel->holes.empty());
  const kernel_node &last = *region.submissions[1].kernel;
  ASSERT_EQ(last.holes.size(), 1u);
  EXPECT_EQ(last.holes[0].begin, last.closure_size - 4);
  EXPECT_EQ(last.holes[0].end, last.closure_size);
}
