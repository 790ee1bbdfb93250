// A region that a run has measured in one form only: the report says so, and gives no time of 0 for the other form.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o && clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off SYCL_FUSE_TIMES=on SYCL_FUSE_STATS=%t.json %t | FileCheck-22 %s --check-prefix=RESULT
// RESULT: all results right
// RUN: sycl-fuse report %t %t.o --stats %t.json --text | FileCheck-22 %s --implicit-check-not=' 0 ns'
// RUN: sycl-fuse report %t %t.o --stats %t.json | FileCheck-22 %s --implicit-check-not=' 0 ns'
// CHECK: {{[0-9.]+ [mu]?s (fused|one by one), (once|the best of [0-9]+), never (one by one|fused); 1000 work-items}}
#include "e2e.hpp"

int main() {
  sycl::queue q{sycl::property_list{sycl::property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  int *x = sycl::malloc_shared<int>(1000, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(1000, [=](sycl::id<1> i) { x[i] = static_cast<int>(i) * 2; });
  q.parallel_for(1000, [=](sycl::id<1> i) { x[i] += 1; });
  fw.complete_fusion();
  q.wait();
  e2e::expect("x", x[999] == 1999);
  sycl::free(x, q);
  return e2e::finish();
}
