// Each queue has its own runs: in order or not, of parameters, members and globals, by reference and by getters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | grep -E "region|submit|kernels" | FileCheck-22 %s
#include "fusion.hpp"

template <class Name> event use(queue &q, int *p) {
  return q.single_task<Name>([=] { *p = 1; });
}
template <class Name> event use(queue &q, buffer<int> &b) {
  return q.submit([&](handler &h) {
    accessor a{b, h};
    h.single_task<Name>([=] { a[0] = 1; });
  });
}
// CHECK: region apart#1
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A3
// CHECK-NEXT: region apart#2
// CHECK-NEXT: submit A2
// CHECK-NEXT: submit A4
void apart(int *p) {
  queue first{property::queue::in_order()}, second;
  use<class A1>(first, p);
  use<class A2>(second, p);
  queue copy = first;
  use<class A3>(copy, p);
  use<class A4>(second, p);
  second.wait();
}
// What another queue waits for has to be launched.
// CHECK-NEXT: region dependent#1
// CHECK-NEXT: submit D1
// CHECK-NEXT: submit D2
// CHECK-NEXT: submit D3
// CHECK-NEXT: region dependent#2
// CHECK-NEXT: submit D4
// CHECK-NEXT: submit D6
void dependent(int *p, buffer<int> &b) {
  queue first, second;
  use<class D1>(first, p);
  event e = use<class D2>(first, p);
  use<class D3>(first, p);
  second.submit([&](handler &h) {
    h.depends_on(e);
    h.single_task<class D4>([=] { *p = 1; });
  });
  use<class D5>(first, b);
  use<class D6>(second, b);
  use<class D7>(first, p);
}
queue &get_queue();
static queue global;
struct engine {
  queue q{property::queue::in_order()};
  void run(int *p) {
    use<class E1>(q, p);
    use<class E2>(this->q, p);
  }
};
// CHECK-NEXT: region engine::run#1
// CHECK-NEXT: submit E1
// CHECK-NEXT: submit E2
// CHECK-NEXT: region getters#1
// CHECK-NEXT: submit G1
// CHECK-NEXT: submit G2
// CHECK-NEXT: region getters#2
// CHECK-NEXT: submit G3
// CHECK-NEXT: submit G4
void getters(int *p) {
  get_queue().single_task<class G1>([=] { *p = 1; });
  get_queue().single_task<class G2>([=] { *p = 1; });
  use<class G3>(global, p);
  global.single_task<class G4>([=] { *p = 1; });
}
// Two that may be one: each ends the run of the other.
// CHECK-NEXT: region parameters#1
// CHECK-NEXT: submit P1
// CHECK-NEXT: submit P2
void parameters(queue &q, queue *r, int *p) {
  use<class P1>(q, p);
  use<class P2>(q, p);
  use<class P3>(*r, p);
  use<class P4>(q, p);
}
// A queue that takes times has no part in it.
void profiled(int *p) {
  queue q{property_list{property::queue::enable_profiling(), property::queue::in_order()}};
  q.single_task<class Q1>([=] { *p = 1; });
  q.single_task<class Q2>([=] { *p = 1; });
}
// The end of a queue ends its run.
// CHECK-NEXT: region short_lived#1
// CHECK-NEXT: submit S1
// CHECK-NEXT: submit S2
// CHECK-NEXT: 25 kernels, 9 regions
void short_lived(int *p, int n) {
  while (n--) {
    queue q;
    use<class S1>(q, p);
    use<class S2>(q, p);
  }
}
