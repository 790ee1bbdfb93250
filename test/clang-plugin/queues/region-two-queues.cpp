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
  other.single_task<class Elsewhere>([=] { *p = 2; });
  // SAYS: queues.cpp:[[#@LINE+1]]:9: remark: this ends the fusion region at run time if its queue is the region's, which is not known here [SF1048]
  other.wait();
  same.single_task<class B>([=] { *p = 3; });
  fw.get_queue().single_task<class C>([=] { *p = 4; });
  fw.complete_fusion();
}

// Copies in objects of the library; what is made of something else is another queue.
struct holder {
  std::optional<queue> held;
};
void copies(int *p) {
  queue q;
  holder first{q}, later;
  later.held = q;
  auto same = std::make_unique<queue>(q);
  std::unique_ptr<queue> another = std::make_unique<queue>(default_selector_v);
  fusion_wrapper fw{*first.held};
  fw.start_fusion();
  q.single_task<class D>([=] { *p = 1; });
  // SAYS: queues.cpp:[[#@LINE+1]]:15: remark: this fusion region has 2 sequences of kernels, as this queue decides
  later.held->single_task<class E>([=] { *p = 2; });
  another->single_task<class Apart>([=] { *p = 3; });
  same->single_task<class F>([=] { *p = 4; });
  fw.complete_fusion();
}

// CHECK: region copies
// CHECK: submit D
// CHECK-NEXT: submit E
// CHECK-NEXT: submit F
// CHECK: region copies
// CHECK: submit D
// CHECK-NEXT: submit F
// CHECK-NEXT: region run
// CHECK: submit A
// CHECK-NEXT: submit B
// CHECK-NEXT: submit C
// CHECK-NEXT: 8 kernels, 3 regions
