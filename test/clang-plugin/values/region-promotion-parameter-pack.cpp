// Properties that come as a parameter pack of a template; each set of them makes a region, equal ones are united.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

template <class Unused, class... P> void run(queue &q, P... props) {
  buffer<int> tmp{range{8}, property_list{props...}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{tmp, cgh};
    cgh.parallel_for(8, [=](id<1> i) { a[i] = 1; });
  });
  fw.complete_fusion();
}
void all(queue &q) {
  run<int>(q);
  run<int>(q, fusion::property::promote_private{});
}

// CHECK: region run 9-14
// CHECK-NEXT: promote=none
// CHECK-NEXT: a=tmp{{$}}
// CHECK: region run 9-14
// CHECK-NEXT: promote=private
// CHECK-NEXT: a=tmp:private
// CHECK: 2 kernels, 2 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
