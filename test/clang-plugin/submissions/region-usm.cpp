// USM pointers and queue shortcuts: one pointer variable is one identity, unless it changes in the region.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue q, const float *in, float *out, float *moving) {
  float *tmp = malloc_device<float>(64, q);
  fusion_wrapper fw{q};
  for (int round = 0; round < 10; ++round) {
    fw.start_fusion();
    q.parallel_for<class A>(64, [=](id<1> i) {
      tmp[i] = in[i];
      moving[i] = 0;
    });
    ++moving;
    q.parallel_for<class B>(64, [=](id<1> i) {
      out[i] = tmp[i];
      moving[i] = 1;
    });
    fw.complete_fusion();
    std::swap(out, tmp);
  }
}

// CHECK: region run 10-20
// CHECK-DAG: buffer tmp float/4
// CHECK-DAG: buffer in float/4
// CHECK: submit A range/1 global=[64] offset=[0]; tmp=tmp in=in moving=moving
// CHECK: submit B range/1 global=[64] offset=[0]; out=out tmp=tmp moving=?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
