// A loop or branch around the whole region, constant loops and branches in it, and optional fusion are all one sequence.
// RUN: %record %s 2>&1 | count 0
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

template <bool Second> void run(queue &q, int *p, int rounds, bool fuse) {
  fusion_wrapper fw{q};
  for (int r = 0; r < rounds; ++r) {
    if (fuse)
      fw.start_fusion();
    try {
      for (int k = 0; k < 2; ++k)
        q.single_task<class A>([=] { *p = 1; });
      if constexpr (Second)
        q.single_task<class B>([=] { *p = 2; });
      else
        q.single_task<class C>([=] { *p = 3; });
    } catch (const exception &) {
      fw.cancel_fusion();
      throw;
    }
    if (fuse)
      fw.complete_fusion();
  }
}
void all(queue &q, int *p) { run<true>(q, p, 3, true); }

// CHECK: region run 10-23
// CHECK-NEXT: buffer p
// CHECK-NEXT: submit A
// CHECK-NEXT: submit A
// CHECK-NEXT: submit B
// CHECK-NEXT: 2 kernels, 1 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
