// Submissions in a lambda that a library function calls, and recursion, have no known sequence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"
#include <algorithm>
#include <vector>

void each(queue &q, fusion_wrapper &fw, std::vector<int *> &pointers) {
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:3: warning: {{.*}}[SF1005]
  std::for_each(pointers.begin(), pointers.end(), [&](int *p) { q.single_task<class A>([=] { *p = 1; }); });
  fw.complete_fusion();
}
void again(queue &q, int *p, int n) {
  q.single_task<class B>([=] { *p = 1; });
  if (n > 1)
    // CHECK: cpp:[[#@LINE+1]]:5: warning: {{.*}}[SF1005]
    again(q, p, n - 1);
}
void recursion(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  again(q, p, 4);
  fw.complete_fusion();
}
// JSON: 0 regions
