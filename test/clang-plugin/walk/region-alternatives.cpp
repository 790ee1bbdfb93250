// Conditions of run time give one sequence for each way they choose; one remark names the first that matters.
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %summary %t.json | grep -v buffer | FileCheck-22 %s
// RUN: %record %s -fplugin-arg-sycl-fuse-Wno-region-sequences 2>&1 | count 0
#include "fusion.hpp"

template <class N> void put(queue &q, int *p, int v) {
  q.single_task<N>([=] { *p = v; });
}

void same(queue &q, fusion_wrapper &fw, int *p, const bool x, int n) {
  fw.start_fusion();
  put<class A1>(q, p, 1);
  // SAYS: alternatives.cpp:[[#@LINE+1]]:3: remark: this fusion region has 2 sequences of kernels, as this if decides at run time; each is recorded [SF1040] [-Wsycl-fuse-region-sequences]
  if (x)
    put<class A2>(q, p, 2);
  if (!x) // decided already
    put<class A3>(q, p, 3);
  fw.complete_fusion();
}

event chain(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  if (n < 0)
    return {}; // ends nothing that is fused
  // SAYS: alternatives.cpp:[[#@LINE+1]]:3: remark: this fusion region has 3 sequences
  if (n == 1)
    put<class B1>(q, p, 1);
  else if (n == 2)
    put<class B2>(q, p, 2);
  return fw.complete_fusion();
}

event early(queue &q, fusion_wrapper &fw, int *p, bool b) {
  fw.start_fusion();
  put<class C1>(q, p, 1);
  // SAYS: alternatives.cpp:[[#@LINE+1]]:3: remark: this fusion region has 2 sequences
  if (b)
    return fw.complete_fusion();
  put<class C2>(q, p, 2);
  return fw.complete_fusion();
}

void choice(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  // SAYS: alternatives.cpp:[[#@LINE+1]]:3: remark: this fusion region has 3 sequences of kernels, as this switch decides
  switch (n) {
  case 1:
    put<class D1>(q, p, 1);
    [[fallthrough]];
  case 2:
  case 3:
    put<class D2>(q, p, 2);
    break;
  default:
    put<class D3>(q, p, 3);
  }
  switch (sizeof(int)) {
  case 8:
    put<class D4>(q, p, 4);
    break;
  case 4:
    put<class D5>(q, p, 5);
  }
  fw.complete_fusion();
}
void nested(queue &q, fusion_wrapper &fw, int *p, bool a, bool b) {
  fw.start_fusion();
  // SAYS: alternatives.cpp:[[#@LINE+1]]:5: remark: this fusion region has 2 sequences of kernels, as this condition decides
  a ? put<class E1>(q, p, 1) : put<class E2>(q, p, 2);
  fw.complete_fusion();
  fw.start_fusion();
  for (int k = 0; k < 3; ++k) {
    put<class E3>(q, p, k);
    // SAYS: alternatives.cpp:[[#@LINE+1]]:5: remark: this fusion region has 3 sequences
    if (p[k])
      break;
  }
  fw.complete_fusion();
}

// The first branch ends what began before.
event ends_in_a_branch(queue &q, fusion_wrapper &fw, int *p, bool fuse) {
  if (fuse)
    fw.start_fusion();
  put<class K1>(q, p, 1);
  event last = q.single_task<class K2>([=] { *p += 1; });
  return fuse ? fw.complete_fusion() : last;
}

// CHECK: region chain 23-31
// CHECK-NEXT: submit B{{[12]}}
// CHECK-NEXT: region chain
// CHECK-NEXT: submit B{{[12]}}
// CHECK-COUNT-3: region choice 45-65
// CHECK: region early 35-39
// CHECK-NEXT: submit C1
// CHECK-NEXT: region early 35-41
// CHECK-NEXT: submit C1
// CHECK-NEXT: submit C2
// CHECK-NEXT: region ends_in_a_branch
// CHECK-NEXT: submit K1
// CHECK-NEXT: submit K2
// CHECK-NEXT: region nested
// CHECK-NEXT: submit E1
// CHECK-NEXT: region nested
// CHECK-NEXT: submit E2
// CHECK-NEXT: region nested.2
// CHECK-NEXT: submit E3
// CHECK-NEXT: region nested.2
// CHECK-NEXT: submit E3
// CHECK-NEXT: submit E3
// CHECK-NEXT: region nested.2
// CHECK-NEXT: submit E3
// CHECK-NEXT: submit E3
// CHECK-NEXT: submit E3
// CHECK-NEXT: region same 12-19
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A2
// CHECK-NEXT: region same
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A3
// CHECK-NEXT: 17 kernels, 15 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
