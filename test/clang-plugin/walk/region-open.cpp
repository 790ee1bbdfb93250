// What cannot be followed leaves a region open: the manifest says what is certain and what decides, and nothing is built of it.
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <functional>
#include <vector>

template <class N> void put(queue &q, int *p) {
  q.single_task<N>([=] { *p = 1; });
}
void elsewhere(queue &q, int *p);
struct stage {
  virtual void run(queue &q, int *p) { put<class S1>(q, p); }
  virtual ~stage() = default;
};

void loops(queue &q, fusion_wrapper &fw, int *p, int n, const std::vector<int> &v) {
  fw.start_fusion();
  put<class A1>(q, p);
  // SAYS: open.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005] [-Wsycl-fuse-region-sequence-unknown]
  for (int i = 0; i < n; ++i) {
    // SAYS: open.cpp:9:5: note: the submission in this loop is here
    put<class A2>(q, p);
    put<class A3>(q, p);
  }
  // SAYS: open.cpp:18:6: note: the fusion region starts here
  put<class A4>(q, p);
  for (int x : v)
    put<class A5>(q, p + x);
  while (*p)
    put<class A6>(q, p);
  fw.complete_fusion();
}
void many(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  // SAYS: open.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels
  if (p[0])
    put<class B1>(q, p);
  if (p[1])
    put<class B2>(q, p);
  if (p[2])
    put<class B3>(q, p);
  if (p[3])
    put<class B4>(q, p);
  fw.complete_fusion();
  fw.start_fusion(); // its own matter
  put<class B5>(q, p);
  fw.complete_fusion();
}
void recursive(queue &q, int *p) {
  put<class C1>(q, p);
  if (*p)
    recursive(q, p);
}
void calls(queue &q, fusion_wrapper &fw, int *p, stage &s, std::function<void(queue &)> f) {
  fw.start_fusion();
  put<class D1>(q, p);
  // SAYS: open.cpp:[[#@LINE+1]]:5: warning: 'run' may submit kernels in a fusion region, but what it does cannot be seen here [SF1009]
  s.run(q, p);
  elsewhere(q, p);
  f(q);
  put<class D2>(q, p);
  fw.complete_fusion();
  fw.start_fusion();
  // SAYS: open.cpp:53:5: warning: the sequence
  recursive(q, p);
  fw.complete_fusion();
}
void jumps(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  // SAYS: open.cpp:[[#@LINE+1]]:1: warning: a jump back to here in a fusion region is not followed, and what the region submits is not known [SF1044] [-Wsycl-fuse-region-unsupported]
again:
  put<class E1>(q, p);
  if (*p)
    goto again;
  fw.complete_fusion();
}
// CHECK: {{^}}region calls.2
// CHECK: {{^}}region jumps
// CHECK: {{^}}region many.2
// CHECK: open region calls 56-
// CHECK-NEXT: open call line 59: 1+0 run
// CHECK-NEXT: open call line 60: 1+0 elsewhere
// CHECK-NEXT: open call line 61: 1+0 a std::function
// CHECK-NEXT: buffer p
// CHECK-NEXT: submit D1
// CHECK-NEXT: submit D2
// CHECK: open region calls.2
// CHECK-NEXT: open recursion line 53
// CHECK: open region jumps
// CHECK-NEXT: open jump line
// CHECK: {{^}}open region loops 18-
// CHECK-NEXT: open loop line 21: 1+2
// CHECK-NEXT: open loop line 28: 4+1
// CHECK-NEXT: open loop line 30: 5+1
// CHECK-NEXT: buffer p
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A2
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A4
// CHECK-NEXT: submit A5
// CHECK-NEXT: submit A6
// CHECK: open region many 35-45
// CHECK-NEXT: open branch line 37: 0+1
// CHECK-NEXT: open branch line 39: 1+1
// CHECK: submit B4
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
