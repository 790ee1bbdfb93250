// Regions as objects: what leaves its region open ends it when it is destroyed, as at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %summary %t.json | grep -v buffer | FileCheck-22 %s
#include "fusion.hpp"
using fusion::fusion_region;

template <class N> void put(queue &q, int *p) {
  q.single_task<N>([=] { *p = 1; });
}

void block(queue &q, int *p) {
  {
    // SAYS-DAG: objects.cpp:[[#@LINE+1]]:14: warning: fusion region is started but not completed in this function [SF1003]
    auto r = fusion_region::start(q);
    put<class A1>(q, p);
  }
  q.wait();
}
void sometimes(queue &q, int *p, bool b) {
  {
    auto r = fusion_region::start(q);
    put<class B1>(q, p);
    if (b)
      r.complete();
  }
  q.wait();
}
void early(queue &q, int *p, bool b) {
  auto r = fusion_region::start(q);
  put<class C1>(q, p);
  if (b)
    return;
  put<class C2>(q, p);
  r.complete();
}
struct member {
  fusion_region r;
  explicit member(queue &q) : r(fusion_region::start(q)) {}
};
void members(queue &q, int *p) {
  {
    member m{q};
    put<class D1>(q, p);
    m.r.complete();
  }
  {
    // SAYS-DAG: objects.cpp:[[#@LINE+1]]:12: warning: fusion region is started but not completed
    member m{q};
    put<class D2>(q, p);
  }
  q.wait();
}
fusion_region begin(queue &q) { return fusion_region::start(q); }
void returned(queue &q, int *p) {
  {
    // SAYS-DAG: objects.cpp:[[#@LINE+1]]:14: warning: fusion region is started but not completed
    auto r = begin(q);
    put<class E1>(q, p);
  }
  q.wait();
  auto r = begin(q);
  put<class E2>(q, p);
  r.complete();
}
void wrapper(queue &q, int *p) {
  {
    fusion_wrapper fw{q};
    fw.start_fusion();
    put<class F1>(q, p);
  }
  put<class F2>(q, p);
  fusion_wrapper(q).complete_fusion();
}
// Wrappers end nothing when they are destroyed: fusion mode belongs to the queue.
void leaves(queue &q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  put<class H1>(q, p);
}
void completes(queue &q, int *p) {
  leaves(q, p);
  put<class H2>(q, p);
  fusion_wrapper fw{q};
  fw.complete_fusion();
}
void copies(queue &q, int *p) {
  fusion_wrapper fw{q};
  {
    fusion_wrapper copy = fw;
    copy.start_fusion();
    put<class G1>(q, p);
  }
  put<class G2>(q, p);
  fw.complete_fusion();
}
// CHECK: region completes
// CHECK-NEXT: submit H1
// CHECK-NEXT: submit H2
// CHECK-NEXT: region copies
// CHECK-NEXT: submit G1
// CHECK-NEXT: submit G2
// CHECK-NEXT: region early
// CHECK-NEXT: submit C1
// CHECK-NEXT: submit C2
// CHECK-NEXT: region members
// CHECK-NEXT: submit D1
// CHECK-NEXT: region returned.2
// CHECK-NEXT: submit E2
// CHECK-NEXT: region sometimes
// CHECK-NEXT: submit B1
// CHECK-NEXT: region wrapper
// CHECK-NEXT: submit F1
// CHECK-NEXT: submit F2
// CHECK-NEXT: 14 kernels, 7 regions
