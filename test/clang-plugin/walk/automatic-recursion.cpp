// Recursion that a run decides, and jumps, end a run; nothing is said of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | grep -E "region|submit|kernels" | FileCheck-22 %s
#include "fusion.hpp"

template <class Name> void use(queue &q, int *p) {
  q.single_task<Name>([=] { *p = 1; });
}
// CHECK: region halve#1
// CHECK-NEXT: submit R1
// CHECK-NEXT: submit R2
void halve(queue &q, int *p, int n) {
  use<class R1>(q, p);
  if (n > 1)
    halve(q, p, n / 2);
  use<class R2>(q, p);
}
// CHECK-NEXT: region jumps#1
// CHECK-NEXT: submit J1
// CHECK-NEXT: submit J2
void jumps(queue &q, int *p, int n) {
again:
  use<class J1>(q, p);
  use<class J2>(q, p);
  if (--n)
    goto again;
  goto out;
out:
  return;
}
// CHECK-NEXT: region throws#1
// CHECK-NEXT: submit T1
// CHECK-NEXT: submit T2
// CHECK-NEXT: 6 kernels, 3 regions
void throws(queue &q, int *p) try {
  use<class T1>(q, p);
  use<class T2>(q, p);
  throw 1;
} catch (int) {
}
