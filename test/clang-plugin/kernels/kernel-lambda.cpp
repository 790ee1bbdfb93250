// Records a lambda kernel: its symbol, range kind, place and captured variables.
// RUN: %record %s
// RUN: FileCheck-22 %s --check-prefix=JSON < %t.json
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue &q, buffer<float, 2> &b, float *usm) {
  q.submit([&](handler &cgh) {
    accessor in{b, cgh, read_only};
    local_accessor<int, 1> scratch{range<1>{16}, cgh};
    int factor = 3;
    cgh.parallel_for<class Scale>(range<1>{8}, [=](id<1> i) {
      scratch[0] = 1;
      usm[i] = in[0][i] * factor;
    });
  });
}

// JSON: "schema": "sycl-fuse-manifest"
// JSON: "symbol": "_ZTSZZ3run{{.*}}5Scale"
// CHECK: kernel Scale range/1 kernel-lambda.cpp:12:48 size=112 align=8
// CHECK-NEXT: local_accessor scratch int/4 dims=1 read_write - @0+24
// CHECK-NEXT: pointer usm float/4 dims=0 none - @24+8
// CHECK-NEXT: accessor in float/4 dims=2 read device @32+72
// CHECK-NEXT: std_layout factor int/4 dims=0 none - @104+4
// CHECK-NEXT: 1 kernels, 0 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
