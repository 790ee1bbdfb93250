// Only what goes to the wrapper's own queue, or a copy of it, is in the region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue &q, queue &other, int *p) {
  queue same = q;
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class A>([=] { *p = 1; });
  other.single_task<class Elsewhere>([=] { *p = 2; });
  other.wait();
  same.single_task<class B>([=] { *p = 3; });
  fw.get_queue().single_task<class C>([=] { *p = 4; });
  fw.complete_fusion();
}

// CHECK: region run
// CHECK: submit A
// CHECK-NEXT: submit B
// CHECK-NEXT: submit C
// CHECK-NEXT: 4 kernels, 1 regions
