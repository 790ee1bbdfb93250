// Kernels read and write images of half4, and read them through samplers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t %random_seed | FileCheck-22 %s
#include "sampled_images.hpp"
#include "unsampled_images.hpp"

int main(int argc, char **argv) {
  std::minstd_rand random = e2e::random_numbers(argc, argv);
  sycl::queue q;
  e2e::check_images<sycl::half>(q, random);
  e2e::check_samplers<sycl::half>(q, random);
  return e2e::finish();
}
// CHECK: all results right
