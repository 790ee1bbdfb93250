// A submission under a run-time condition, of whatever kind, makes the region unknown; the condition's line is named.
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

template <class N> void branch(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  q.single_task<N>([=] { *p = 1; });
  // CHECK: warn-conditional-submission.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005] [-Wsycl-fuse-region-sequence-unknown]
  if (n > 3)
    // CHECK: :[[#@LINE+1]]:7: note: the submission in this if is here
    q.single_task<class A>([=] { *p = 1; });
  // CHECK: :7:6: note: the fusion region starts here
  // CHECK: note: move the submission out of the branch or loop
  fw.complete_fusion();
}
void loop(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}SF1005
  for (int i = 0; i < n; ++i)
    q.single_task<class B>([=] { *p = 1; });
  fw.complete_fusion();
}
void choice(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}SF1005
  switch (n) {
  case 1:
    q.single_task<class C>([=] { *p = 1; });
  }
  fw.complete_fusion();
}
void inside(queue &q, fusion_wrapper &fw, int *p, bool b) {
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}SF1005
    if (b)
      cgh.single_task<class D>([=] { *p = 1; });
  });
  fw.complete_fusion();
}
void operators(queue &q, fusion_wrapper &fw, int *p, bool b) {
  fw.start_fusion();
  // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}SF1005
  b ? q.single_task<class E>([=] { *p = 1; }) : event();
  fw.complete_fusion();
}
void all(queue &q, fusion_wrapper &fw, int *p) {
  branch<class N1>(q, fw, p, 1);
  branch<class N2>(q, fw, p, 2); // the same lines: no second warning
}
// CHECK-NOT: warning:
// JSON: 0 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
