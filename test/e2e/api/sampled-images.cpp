// Kernels read images of every format in 1 to 3 dimensions through every sampler, at any coordinate: inside, on borders
// of pixels, beyond the image, infinite, and not a number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t %random_seed | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t %random_seed | FileCheck-22 %s
#include "sampled_images.hpp"

int main(int argc, char **argv) {
  std::minstd_rand random = e2e::random_numbers(argc, argv);
  sycl::queue q;
  e2e::check_samplers<int>(q, random);
  e2e::check_samplers<unsigned>(q, random);
  e2e::check_samplers<float>(q, random);
  return e2e::finish();
}
// CHECK: all results right
