// A buffer that only some accessors promote stays in global memory; the others are named.
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

void run(queue &q) {
  buffer<int> tmp{range{8}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{tmp, cgh, {fusion::property::promote_private{}}};
    cgh.parallel_for<class A>(8, [=](id<1> i) { a[i] = 1; });
  });
  q.submit([&](handler &cgh) {
    // CHECK: cpp:[[#@LINE+1]]:14: warning: buffer 'tmp' is promoted by some of its accessors only, and stays in global memory [SF1006] [-Wsycl-fuse-promotion-inconsistent]
    accessor b{tmp, cgh};
    cgh.parallel_for<class B>(8, [=](id<1> i) { b[i] = 2; });
  });
  fw.complete_fusion();
}
// CHECK: cpp:11:14: note: accessor 'a' is promoted here
// CHECK: cpp:7:15: note: buffer 'tmp' is declared here
// CHECK: note: put the property on the buffer or on all of its accessors in the region
// CHECK-NOT: warning:
// JSON: a=tmp{{$}}
// JSON: b=tmp{{$}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
