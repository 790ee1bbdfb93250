// Sizes that are computed in fewer than 64 bits are what C++ makes of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json --ids --functions | FileCheck-22 %s
#include "fusion.hpp"

int low(int n) { return static_cast<unsigned char>(n); }

void always(queue &q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class A>(range<1>(low(300)), [=](id<1> i) { p[i] = 1; });
  q.parallel_for<class B>(range<1>(44), [=](id<1> i) { p[i] = 2; });
  fw.complete_fusion();
}
// CHECK: region always
// CHECK: submit A range/1 global=[44] offset=[0] #0;
// CHECK-NEXT: submit B range/1 global=[44] offset=[0] #0;

void at_run_time(queue &q, int *p, int n, long l) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class C>(range<1>(n), [=](id<1> i) { p[i] = 1; });
  q.parallel_for<class D>(range<1>(static_cast<unsigned char>(n)), [=](id<1> i) { p[i] = 2; });
  q.parallel_for<class E>(range<1>(low(n)), [=](id<1> i) { p[i] = 3; });
  q.parallel_for<class F>(range<1>(static_cast<long>(n)), [=](id<1> i) { p[i] = 4; });
  q.parallel_for<class G>(range<1>(l), [=](id<1> i) { p[i] = 5; });
  q.parallel_for<class H>(range<1>(static_cast<int>(l)), [=](id<1> i) { p[i] = 6; });
  q.parallel_for<class I>(range<1>(static_cast<unsigned>(n)), [=](id<1> i) { p[i] = 7; });
  fw.complete_fusion();
}
// CHECK: submit C range/1 offset=[0] #0;
// CHECK-NEXT: submit D range/1 offset=[0] #1;
// CHECK-NEXT: submit E range/1 offset=[0] #1;
// CHECK-NEXT: submit F range/1 offset=[0] #0;
// CHECK-NEXT: submit G range/1 offset=[0] #2;
// CHECK-NEXT: submit H range/1 offset=[0] #3;
// CHECK-NEXT: submit I range/1 offset=[0] #4;

void of_caller(queue &q, int *p, unsigned n, unsigned char c, int i, std::size_t s) {
  q.parallel_for<class J>(range<1>(n * 2), [=](id<1> k) { p[k] = 1; });
  q.parallel_for<class K>(range<1>(c + 1), [=](id<1> k) { p[k] = 2; });
  q.parallel_for<class L>(range<1>(i * 2), [=](id<1> k) { p[k] = 3; });
  q.parallel_for<class M>(range<1>(s * 2 / n), [=](id<1> k) { p[k] = 4; });
  short t = s;
  q.parallel_for<class N>(range<1>(t), [=](id<1> k) { p[k] = 5; });
}
// CHECK: function of_caller
// CHECK: submit J {{.*}} global (($2[0]*2)%4294967296)
// CHECK: submit K {{.*}} global ($3[0]+1)
// CHECK: submit L {{.*}} global ($4[0]*2)
// CHECK: submit M {{.*}} global (($5[0]*2)/$2[0])
// CHECK: submit N {{.*}} global (32767-(32767-($5[0]%65536)))
