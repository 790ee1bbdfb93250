// A buffer or property list that is a parameter has the properties that callers give it; each set of them makes a region.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

using fusion::property::promote_private;
void step(queue &q, buffer<int> &tmp, const property_list &more) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{tmp, cgh, more};
    cgh.parallel_for<class K>(tmp.get_range(), [=](id<1> i) { a[i] = 1; });
  });
  fw.complete_fusion();
}
void plain(queue &q) {
  buffer<int> b{range{8}};
  step(q, b, {});
  buffer<int> c{range{16}};
  step(q, c, {});
}
void promoted(queue &q) {
  buffer<int> b{range{8}, {promote_private{}}};
  step(q, b, {});
}
void by_accessor(queue &q) {
  buffer<int> b{range{8}};
  step(q, b, {fusion::property::promote_local{}});
}

// CHECK: region step 9-14
// CHECK-NEXT: buffer tmp int/4 dims=1 range=[] promote=none
// CHECK-NEXT: a=tmp{{$}}
// CHECK-NEXT: region step 9-14
// CHECK-NEXT: buffer tmp int/4 dims=1 range=[] promote=private
// CHECK-NEXT: a=tmp:private
// CHECK-NEXT: region step 9-14
// CHECK-NEXT: buffer tmp int/4 dims=1 range=[] promote=none
// CHECK-NEXT: a=tmp:local
// CHECK-NEXT: 1 kernels, 3 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
