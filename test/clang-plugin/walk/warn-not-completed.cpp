// A region that is started, but not completed in its function, is not recorded.
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

void open(queue &q, fusion_wrapper &fw, int *p) {
  // CHECK: warn-not-completed.cpp:[[#@LINE+1]]:6: warning: fusion region is started but not completed in this function [SF1003] [-Wsycl-fuse-region-not-completed]
  fw.start_fusion();
  // CHECK: note: call complete_fusion or cancel_fusion in this function, or in the one that calls it
  q.single_task<class A>([=] { *p = 1; });
}
void twice(queue &q, fusion_wrapper &fw, int *p) {
  // CHECK: warn-not-completed.cpp:[[#@LINE+1]]:6: warning: fusion region is started but not completed
  fw.start_fusion();
  fw.start_fusion();
  q.single_task<class B>([=] { *p = 1; });
  fw.complete_fusion();
}
void cancelled(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.single_task<class C>([=] { *p = 1; });
  fw.cancel_fusion();
}
// CHECK-NOT: warning:
// JSON: region twice.2 15-17
// JSON-NEXT: buffer p
// JSON-NEXT: submit B
// JSON-NEXT: 3 kernels, 1 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
