// Regions and graphs are recorded as without the argument, and their kernels are in no run. Promotion properties, streams and reductions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS
// RUN: %python %S/../Inputs/without_automatic.py %t.json > %t.without.json
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS
// RUN: %python %S/../Inputs/without_automatic.py %t.json | diff %t.without.json -
// RUN: %summary %t.json | grep -E "region|submit|kernels" | FileCheck-22 %s
// SAYS: warning: 'wait' in a fusion region needs its kernels
// SAYS-NOT: warning:
// SAYS-NOT: remark:
#include "fusion.hpp"
#include <sycl/ext/oneapi/experimental/graph.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

template <class Name> void use(queue &q, int *p) {
  q.single_task<Name>([=] { *p = 1; });
}
// CHECK: region around
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A4
// CHECK-NEXT: region around#1
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A2
// CHECK-NEXT: region around#2
// CHECK-NEXT: submit A5
// CHECK-NEXT: submit A6
void around(queue &q, int *p) {
  fusion_wrapper fw{q};
  use<class A1>(q, p);
  use<class A2>(q, p);
  fw.start_fusion();
  use<class A3>(q, p);
  use<class A4>(q, p);
  fw.complete_fusion();
  use<class A5>(q, p);
  use<class A6>(q, p);
}
void refused(queue &q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  use<class R1>(q, p);
  q.wait();
  use<class R2>(q, p);
  fw.complete_fusion();
}
// CHECK-NEXT: region graph
// CHECK-NEXT: submit G3
// CHECK-NEXT: submit G4
// CHECK-NEXT: region graph#1
// CHECK-NEXT: submit G1
// CHECK-NEXT: submit G2
// CHECK-NEXT: region graph#2
// CHECK-NEXT: submit G5
// CHECK-NEXT: submit G6
// CHECK-NEXT: region graph#3
// CHECK-NEXT: submit G7
// CHECK-NEXT: submit G8
void graph(queue &q, int *p) {
  use<class G1>(q, p);
  use<class G2>(q, p);
  graphs::command_graph g{q};
  g.begin_recording(q);
  use<class G3>(q, p);
  use<class G4>(q, p);
  g.end_recording(q);
  auto exec = g.finalize({graphs::property::graph::enable_fusion{}});
  use<class G5>(q, p);
  use<class G6>(q, p);
  q.ext_oneapi_graph(exec);
  use<class G7>(q, p);
  use<class G8>(q, p);
}
// CHECK-NEXT: region promises#1
// CHECK-NEXT: submit P2
// CHECK-NEXT: submit P3
template <class Name> void add(queue &q, buffer<int> &from, buffer<int> &to) {
  q.submit([&](handler &h) {
    accessor in{from, h, read_only};
    accessor out{to, h};
    h.parallel_for<Name>(from.get_range(), [=](id<1> i) { out[i] += in[i]; });
  });
}
void promises(queue &q, buffer<int> &a, buffer<int> &b, int *p) {
  buffer<int> tmp{range{64}, {fusion::property::promote_private{}}};
  add<class P1>(q, a, tmp);
  add<class P2>(q, a, b);
  add<class P3>(q, b, a);
  add<class P4>(q, tmp, a);
  use<class P5>(q, p);
  q.submit([&](handler &h) {
    stream out{64, 64, h};
    h.single_task<class Printing>([=] { out << 1; });
  });
  use<class P6>(q, p);
  q.submit([&](handler &h) {
    h.parallel_for<class P7>(range{64}, reduction(p, plus<int>()), [=](id<1>, auto &sum) { sum += 1; });
  });
  use<class P8>(q, p);
}
// A buffer that ends waits for its kernels, one that others use does not matter.
// CHECK-NEXT: region scoped#1
// CHECK-NEXT: submit B1
// CHECK-NEXT: submit B2
// CHECK-NEXT: region scoped#2
// CHECK-NEXT: submit B3
// CHECK-NEXT: submit B4
// CHECK-NEXT: 31 kernels, 10 regions
void scoped(queue &q, buffer<int> &a, buffer<int> &b) {
  {
    buffer<int> tmp{range{64}};
    add<class B1>(q, a, tmp);
    add<class B2>(q, tmp, b);
  }
  add<class B3>(q, a, b);
  {
    buffer<int> other{range{64}};
  }
  add<class B4>(q, b, a);
}
