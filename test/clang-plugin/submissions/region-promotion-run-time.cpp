// A promotion chosen at run time makes two regions, one for each choice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue &q, bool internalize) {
  const property_list p = internalize ? property_list{fusion::property::promote_private{}} : property_list{};
  buffer<int> tmp{range{8}, p};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{tmp, cgh};
    cgh.parallel_for<class K>(8, [=](id<1> i) { a[i] = 1; });
  });
  fw.complete_fusion();
}

// CHECK-DAG: a=tmp{{$}}
// CHECK-DAG: a=tmp:private
// CHECK: 1 kernels, 2 regions
