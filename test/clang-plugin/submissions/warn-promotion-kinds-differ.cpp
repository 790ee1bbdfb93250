// A buffer that some accessors promote to private and others to local memory goes to local memory, which promises less.
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
    // CHECK: cpp:[[#@LINE+1]]:14: warning: buffer 'tmp' is promoted to private memory by some of its accessors and to local memory by others, and goes to local memory [SF1007] [-Wsycl-fuse-promotion-kinds-differ]
    accessor b{tmp, cgh, {fusion::property::promote_local{}}};
    cgh.parallel_for<class A>(8, [=](id<1> i) { a[i] = b[i]; });
  });
  fw.complete_fusion();
}
// CHECK: note: accessor 'a' is promoted here
// CHECK: note: use one of promote_private and promote_local for the buffer
// JSON: buffer tmp {{.*}}promote=local
// JSON: a=tmp:local b=tmp:local{{$}}
