// Memory that a variable no longer stands for has no identity: buffers and pointers swapped within a region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <utility>

void run(queue &q, buffer<int> a, buffer<int> b, buffer<int> c) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  for (int i = 0; i < 2; ++i) {
    q.submit([&](handler &cgh) {
      accessor x{a, cgh}, y{b, cgh}, z{c, cgh};
      cgh.parallel_for<class K>(8, [=](id<1> i) { x[i] = y[i] + z[i]; });
    });
    std::swap(a, b);
  }
  fw.complete_fusion();
  std::swap(b, c);
}

// CHECK: submit K {{.*}}; x=? y=? z=c
// CHECK-NEXT: submit K {{.*}}; x=? y=? z=c
