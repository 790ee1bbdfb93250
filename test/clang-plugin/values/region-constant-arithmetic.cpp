// Sizes that are computed from what a function is called with are what C++ makes of them; what it leaves undefined is
// not known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

static void submit(queue &q, int *p, int a, int b, unsigned u, bool no) {
  q.parallel_for<class Quotient>(range<1>(a / b + a % b), [=](id<1> i) { p[i] = 1; });
  q.parallel_for<class Shifted>(range<1>(a << 3 >> 1), [=](id<1> i) { p[i] = 2; });
  q.parallel_for<class Bits>(range<1>(((a & 12) | b) ^ 1), [=](id<1> i) { p[i] = 3; });
  q.parallel_for<class Wrapped>(range<1>(u - 5), [=](id<1> i) { p[i] = 4; });
  q.parallel_for<class Chosen>(range<1>((a > b && !no) || b == 0 ? ~-a : 1), [=](id<1> i) { p[i] = 5; });
  q.parallel_for<class Overflow>(range<1>(a * 1000000000), [=](id<1> i) { p[i] = 6; });
  q.parallel_for<class Zero>(range<1>(a / (b - 7)), [=](id<1> i) { p[i] = 7; });
  q.parallel_for<class Far>(range<1>(a << (b + 30)), [=](id<1> i) { p[i] = 8; });
}

void sizes(queue &q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  submit(q, p, 100, 7, 3, false);
  fw.complete_fusion();
}
// CHECK: region sizes
// CHECK: submit Quotient range/1 global=[16] offset=[0]
// CHECK-NEXT: submit Shifted range/1 global=[400] offset=[0]
// CHECK-NEXT: submit Bits range/1 global=[6] offset=[0]
// CHECK-NEXT: submit Wrapped range/1 global=[4294967294] offset=[0]
// CHECK-NEXT: submit Chosen range/1 global=[99] offset=[0]
// CHECK-NEXT: submit Overflow range/1 offset=[0]
// CHECK-NEXT: submit Zero range/1 offset=[0]
// CHECK-NEXT: submit Far range/1 offset=[0]
