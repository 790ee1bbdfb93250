// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <gtest/gtest.h>

// A test asks for more memory than there is.
extern "C" const char *__asan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char *__tsan_default_options() { return "allocator_may_return_null=1"; }

int main(int argc, char **argv) {
  // More threads than this machine may have, so that launches are split in any case.
  setenv("SYCL_FUSE_NATIVE_THREADS", "3", 0);
  setenv("SYCL_RT_WARNING_LEVEL", "1", 0);
  setenv("ONEAPI_DEVICE_SELECTOR", "native_cpu:*", 0);
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  return RUN_ALL_TESTS();
}
