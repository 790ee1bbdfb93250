// A promotion chosen at run time makes two regions, one for each choice; independent choices make one for each of their combinations.
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
struct options {
  bool first, second;
};
// One choice decides the same wherever it is made: by an if, too.
void both(queue &q, const options &o, const bool third) {
  using promote = fusion::property::promote_private;
  buffer<int> a{range{8}, o.first ? property_list{promote{}} : property_list{}};
  buffer<int> b{range{8}, !o.second ? property_list{} : property_list{promote{}}};
  buffer<int> c{range{8}, o.first ? property_list{promote{}} : property_list{}};
  buffer<int> d{range{8}, third ? property_list{promote{}} : property_list{}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor x{a, cgh}, y{b, cgh}, z{c, cgh}, w{d, cgh};
    cgh.parallel_for<class L>(8, [=](id<1> i) { x[i] = y[i] = z[i] = w[i]; });
  });
  if (third)
    q.single_task<class M>([] {});
  fw.complete_fusion();
}

// CHECK-DAG: x=a y=b z=c w=d{{$}}
// CHECK-DAG: x=a y=b:private z=c w=d{{$}}
// CHECK-DAG: x=a:private y=b z=c:private w=d{{$}}
// CHECK-DAG: x=a:private y=b:private z=c:private w=d{{$}}
// CHECK-DAG: x=a y=b z=c w=d:private
// CHECK-DAG: x=a y=b:private z=c w=d:private
// CHECK-DAG: x=a:private y=b z=c:private w=d:private
// CHECK-DAG: x=a:private y=b:private z=c:private w=d:private
// CHECK-DAG: a=tmp{{$}}
// CHECK-DAG: a=tmp:private
// CHECK: 3 kernels, 10 regions
