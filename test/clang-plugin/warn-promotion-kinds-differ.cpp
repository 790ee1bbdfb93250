// A buffer that is promoted to private and to local memory stays in global memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

void run(queue &q) {
  buffer<int> tmp{range{8}, fusion::property::promote_private{}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{tmp, cgh};
    // CHECK: cpp:[[#@LINE+1]]:14: warning: buffer 'tmp' is promoted to private memory by some of its accessors and to local memory by others, and stays in global memory [SF1007] [-Wsycl-fuse-promotion-kinds-differ]
    accessor b{tmp, cgh, {fusion::property::promote_local{}}};
    cgh.parallel_for<class A>(8, [=](id<1> i) { a[i] = b[i]; });
  });
  fw.complete_fusion();
}
// CHECK: note: accessor 'a' is promoted here
// CHECK: note: use one of promote_private and promote_local for the buffer
// JSON: buffer tmp {{.*}}promote=none
// JSON: a=tmp b=tmp{{$}}
