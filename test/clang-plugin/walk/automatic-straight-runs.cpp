// Each longest straight run of kernels that a queue is given between two points that end the holding of kernels is recorded, without any start_fusion.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | FileCheck-22 %s
// RUN: grep -c '"kind": "automatic"' %t.json | FileCheck-22 %s --check-prefix=KINDS
// RUN: not grep -E "trusted|\"barriers\": false" %t.json
// Nothing is, without the argument.
// RUN: %record %s 2>&1 | count 0
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=WITHOUT
// KINDS: 9
// WITHOUT: kernels, 0 regions
#include "fusion.hpp"

void waits(queue &q, float *x, float *y) {
  q.parallel_for<class A1>(range<1>(64), [=](id<1> i) { y[i] = x[i]; });
  q.parallel_for<class A2>(range<1>(64), [=](id<1> i) { x[i] = y[i]; });
  q.wait();
  q.single_task<class A3>([=] { *x = 1; });
  q.wait_and_throw();
  event e = q.single_task<class A4>([=] { *x = 1; });
  q.single_task<class A5>([=] { *y = 1; });
  e.wait();
  q.single_task<class A6>([=] { *x = 1; });
  q.single_task<class A7>([=] { *x = 1; });
}
// CHECK: region commands#1
// CHECK: submit B1
// CHECK-NEXT: submit B2
// CHECK-NEXT: region commands#2
// CHECK: submit B5
// CHECK-NEXT: submit B6
// CHECK-NEXT: region commands#3
// CHECK: submit B8
// CHECK-NEXT: submit B9
// CHECK-NEXT: region ends#1
// CHECK: submit C1
// CHECK-NEXT: submit C2
// CHECK-NEXT: region ends#2
// CHECK: submit C3
// CHECK-NEXT: submit C4
// CHECK-NEXT: region ends#3
// CHECK: submit C5
// CHECK-NEXT: submit C6
// CHECK-NEXT: region waits#1 15-16
// CHECK-NEXT: buffer y float/4
// CHECK-NEXT: buffer x float/4
// CHECK-NEXT: submit A1 range/1 global=[64] offset=[0]; y=y x=x
// CHECK-NEXT: submit A2 range/1 global=[64] offset=[0];
// CHECK-NEXT: nd_range
// CHECK-NEXT: region waits#2 20-21
// CHECK: submit A4
// CHECK-NEXT: submit A5
// CHECK-NEXT: region waits#3 23-24
// CHECK: submit A6
// CHECK-NEXT: submit A7
void commands(queue &q, float *x, float *y, float *h) {
  q.single_task<class B1>([=] { *x = 1; });
  q.single_task<class B2>([=] { *x = 2; });
  q.memcpy(static_cast<void *>(h), x, 4);
  q.single_task<class B3>([=] { *x = 3; });
  q.memset(static_cast<void *>(x), 0, 4);
  q.single_task<class B4>([=] { *x = 4; });
  q.submit([&](handler &h) { h.host_task([=] {}); });
  q.submit([&](handler &h) { h.single_task<class B5>([=] { *x = 5; }); });
  q.submit([&](handler &h) { h.single_task<class B6>([=] { *x = 6; }); });
  q.submit([&](handler &h) { h.memset(static_cast<void *>(y), 0, 4); });
  q.single_task<class B7>([=] { *x = 7; });
  q.ext_oneapi_submit_barrier();
  q.single_task<class B8>([=] { *x = 8; });
  q.single_task<class B9>([=] { *x = 9; });
}
template <class Name> void use(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) {
    accessor a{b, h};
    h.single_task<Name>([=] { a[0] = 1; });
  });
}
void ends(queue &q, buffer<int> &b, buffer<int> &other, int *x) {
  use<class C1>(q, b);
  use<class C2>(q, b);
  {
    host_accessor{b}[0] = 1;
  }
  use<class C3>(q, b);
  {
    host_accessor{other}[0] = 1;
  }
  use<class C4>(q, b);
  sycl::free(x, q);
  use<class C5>(q, b);
  use<class C6>(q, b);
}
