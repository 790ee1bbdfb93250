// A call that may submit kernels, but cannot be seen, makes the region unknown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"
#include <functional>

void harmless(const queue &q);

void call(queue &q, fusion_wrapper &fw, int *p, void (*elsewhere)(queue &)) {
  fw.start_fusion();
  harmless(q);
  q.single_task<class A>([=] { *p = 1; });
  // CHECK: cpp:[[#@LINE+1]]:3: warning: a function that only a run knows may submit kernels in a fusion region, but what it does cannot be seen here [SF1009] [-Wsycl-fuse-region-call-not-visible]
  elsewhere(q);
  // CHECK: note: the fusion region starts here
  // CHECK: note: define it in this translation unit, or move the call out of the region
  fw.complete_fusion();
}
void group(queue &q, fusion_wrapper &fw, std::function<void(handler &)> f) {
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:12: warning: 'submit' may submit kernels in a fusion region
  q.submit(f);
  fw.complete_fusion();
}
// CHECK-NOT: warning:
// JSON: 0 regions
