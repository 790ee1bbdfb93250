// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample.hpp"

#include <gtest/gtest.h>

#include <cstdio>

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  std::printf("SYCLFUSE_TEST_SEED=%llu\n", static_cast<unsigned long long>(syclfuse::test::seed()));
  return RUN_ALL_TESTS();
}
