// expect_nd_range lists ND-ranges; the common constant ND-range of the submissions is listed too, once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue &q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  expect_nd_range(range<1>{4096}, range<1>{64});
  expect_nd_range(nd_range<1>{1024, 32});
  expect_nd_range(nd_range<1>{1024, 32});
  q.parallel_for<class A>(nd_range<1>{128, 16}, [=](nd_item<1>) { *p = 1; });
  q.parallel_for<class B>(nd_range<1>{128, 16}, [=](nd_item<1>) { *p = 2; });
  fw.complete_fusion();
}

// CHECK: nd_range global=[4096] local=[64] source
// CHECK-NEXT: nd_range global=[1024] local=[32] source
// CHECK-NEXT: nd_range global=[128] local=[16] source
// CHECK-NEXT: 2 kernels
