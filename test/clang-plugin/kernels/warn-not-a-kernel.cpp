// Commands that are no kernels end the region at run time: it is not recorded.
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

void copies(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.single_task<class A>([=] { *p = 1; });
  // CHECK: cpp:[[#@LINE+1]]:5: warning: command 'memcpy' in a fusion region is no kernel and ends the region at run time [SF1008] [-Wsycl-fuse-region-not-a-kernel]
  q.memcpy(p + 1, p, 4);
  // CHECK: cpp:7:6: note: the fusion region starts here
  // CHECK: note: move it before start_fusion or after complete_fusion
  fw.complete_fusion();
}
void groups(queue &q, fusion_wrapper &fw, buffer<int> &b) {
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{b, cgh};
    // CHECK: cpp:[[#@LINE+1]]:9: warning: command 'fill' in a fusion region
    cgh.fill(a, 1);
  });
  fw.complete_fusion();
}
void waits(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:43: warning: command 'wait' in a fusion region
  q.single_task<class B>([=] { *p = 1; }).wait();
  fw.complete_fusion();
}
// CHECK-NOT: warning:
// JSON: 0 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
