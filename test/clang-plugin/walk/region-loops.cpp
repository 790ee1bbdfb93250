// Loops of constant length are taken round by round: their variables are known in each, and what they declare is another each time.
// RUN: %record %s 2>&1 | count 0
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>

template <class N> void copy(queue &q, buffer<int> &from, buffer<int> &to) {
  q.submit([&](handler &cgh) {
    accessor in{from, cgh, read_only};
    accessor out{to, cgh, write_only};
    cgh.parallel_for<N>(to.get_range(), [=](id<1> i) { out[i] = in[i]; });
  });
}
void numbers(queue &q, fusion_wrapper &fw, int *p) {
  constexpr int rounds = 4;
  fw.start_fusion();
  for (int i = rounds; i > 0; i -= 3)
    q.parallel_for<class A1>(range<1>(i * 8), [=](id<1>) { *p = 1; });
  for (unsigned s = 1; s < 16; s *= 4) {
    if (s == 1)
      continue;
    q.parallel_for<class A2>(range<1>(s), [=](id<1>) { *p = 1; });
  }
  for (int n : {3, 5})
    q.parallel_for<class A3>(range<1>(n), [=](id<1>) { *p = 1; });
  for (int i = 0; i < 2; ++i)
    for (int j = i; j < 2; ++j)
      i == j ? q.parallel_for<class A4>(range<1>(10 * i + j + 1), [=](id<1>) { *p = 1; })
             : q.single_task<class A5>([=] { *p = 1; });
  do
    q.single_task<class A6>([=] { *p = 1; });
  while (false);
  fw.complete_fusion();
}
// CHECK: region each
// CHECK: submit C1 {{.*}} out=c in=a
// CHECK-NEXT: submit C1 {{.*}} out=c in=b
// CHECK-NEXT: submit C2 {{.*}} out=c in=list[0]
// CHECK-NEXT: submit C2 {{.*}} out=c in=list[1]
// CHECK-NEXT: submit C3 {{.*}} out=own in=a
// CHECK-NEXT: submit C4 {{.*}} out=a in=own
// CHECK-NEXT: submit C3 {{.*}} out=own in=a
// CHECK: nd_range global=[8]
// CHECK: region numbers
// CHECK-NEXT: buffer p
// CHECK-NEXT: submit A1 range/1 global=[32]
// CHECK-NEXT: submit A1 range/1 global=[8]
// CHECK-NEXT: submit A2 range/1 global=[4]
// CHECK-NEXT: submit A3 range/1 global=[3]
// CHECK-NEXT: submit A3 range/1 global=[5]
// CHECK-NEXT: submit A4 range/1 global=[1]
// CHECK-NEXT: submit A5
// CHECK-NEXT: submit A4 range/1 global=[12]
// CHECK-NEXT: submit A6
void pipeline(queue &q, fusion_wrapper &fw) {
  std::array<buffer<int>, 3> stage{buffer<int>{range{8}}, buffer<int>{range{8}}, buffer<int>{range{8}}};
  fw.start_fusion();
  for (std::size_t i = 0; i + 1 < stage.size(); ++i)
    copy<class B1>(q, stage[i], stage[i + 1]);
  fw.complete_fusion();
}
// CHECK: region pipeline
// CHECK: submit B1 {{.*}} out=stage[1] in=stage[0]
// CHECK-NEXT: submit B1 {{.*}} out=stage[2] in=stage[1]
void each(queue &q, fusion_wrapper &fw) {
  buffer<int> a{range{8}}, b{range{8}}, c{range{8}};
  buffer<int> list[] = {buffer<int>{range{8}}, buffer<int>{range{8}}};
  fw.start_fusion();
  for (buffer<int> *x : {&a, &b})
    copy<class C1>(q, *x, c);
  for (buffer<int> &x : list)
    copy<class C2>(q, x, c);
  for (int k = 0; k != 2; ++k) {
    buffer<int> own{range{8}};
    copy<class C3>(q, a, own);
    copy<class C4>(q, own, a);
  }
  fw.complete_fusion();
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
