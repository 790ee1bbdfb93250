// Only what goes to the wrapper's own queue, or a copy of it, is in the region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=remark:
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <memory>
#include <optional>

void run(queue &q, queue &other, int *p) {
  queue same = q;
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class A>([=] { *p = 1; });
  // SAYS: queues.cpp:[[#@LINE+1]]:9: remark: this ends the fusion region at run time if its queue is the region's, which is not known here [SF1048]
  other.wait();
  same.single_task<class B>([=] { *p = 3; });
  fw.get_queue().single_task<class C>([=] { *p = 4; });
  fw.complete_fusion();
}

// What an optional or a smart pointer holds may be any queue; held by one place, it is one.
struct holder {
  std::optional<queue> held;
};
void copies(int *p) {
  queue q;
  auto same = std::make_unique<queue>(q);
  fusion_wrapper fw{*same};
  fw.start_fusion();
  same->single_task<class D>([=] { *p = 1; });
  fw.complete_fusion();
  holder first{q};
  fusion_wrapper another{q};
  another.start_fusion();
  q.single_task<class E>([=] { *p = 1; });
  // SAYS: queues.cpp:[[#@LINE+1]]:15: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  first.held->single_task<class F>([=] { *p = 2; });
  another.complete_fusion();
}

// CHECK: region copies
// CHECK: submit D
// CHECK-NEXT: region run
// CHECK: submit A
// CHECK-NEXT: submit B
// CHECK-NEXT: submit C
// CHECK-NEXT: open region copies.2
// CHECK-NEXT: open branch {{.*}}: 1+0
// CHECK: submit E
// CHECK-NEXT: 6 kernels, 2 regions
