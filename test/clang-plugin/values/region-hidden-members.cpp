// Members of one name in a class and in its bases are different memory, however they are reached.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json --ids --functions | FileCheck-22 %s
#include "fusion.hpp"

struct base {
  float *p;
  std::size_t n;
  buffer<float> b{range<1>(64)};
};
struct derived : base {
  float *p;
  float *own;
};
struct last : derived {};
struct plain : base {};

template <class K> void step(queue &q, float *p, std::size_t n) {
  q.parallel_for<K>(range<1>(n), [=](id<1> i) { p[i] += 1; });
}
template <class K> void of_base(queue &q, base &b) { step<K>(q, b.p, b.n); }

void run(queue &q, derived &d, last &l, plain &e) {
  base &same = d;
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class A>(q, d.p, d.n);
  step<class B>(q, d.base::p, d.base::n);
  of_base<class C>(q, d);
  step<class D>(q, same.p, 64);
  step<class E>(q, static_cast<base &>(d).p, 64);
  step<class F>(q, l.base::p, 64);
  step<class G>(q, l.p, 64);
  of_base<class H>(q, static_cast<derived &>(l));
  step<class I>(q, e.p, 64);
  of_base<class J>(q, e);
  d.p = e.p;
  step<class K>(q, d.p, 64);
  step<class L>(q, d.base::p, 64);
  fw.complete_fusion();
}
// CHECK: region run
// CHECK: submit A {{.*}} p=d.p
// CHECK-NEXT: submit B {{.*}} p=d::base.p
// CHECK-NEXT: submit C {{.*}} p=d::base.p
// CHECK-NEXT: submit D {{.*}} p=d::base.p
// CHECK-NEXT: submit E {{.*}} p=d::base.p
// CHECK-NEXT: submit F {{.*}} p=l::derived::base.p
// CHECK-NEXT: submit G {{.*}} p=l::derived.p
// CHECK-NEXT: submit H {{.*}} p=l::derived::base.p
// CHECK-NEXT: submit I {{.*}} p=e.p
// CHECK-NEXT: submit J {{.*}} p=e.p
// CHECK-NEXT: submit K {{.*}} p=e.p
// CHECK-NEXT: submit L {{.*}} p=d::base.p

// What callers pass, and what functions that they call use, has the same names.
void given(queue &q, derived &d);
void passes(queue &q, derived &d) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  given(q, d);
  fw.complete_fusion();
}
void uses(queue &q, derived &d) {
  step<class M>(q, d.p, 64);
  step<class N>(q, d.base::p, 64);
}
// CHECK: open region passes
// CHECK-NEXT: open call {{.*}}(1::base.p=d::base.p, 1::base.n=[{{[^]]*}}], 1::base.b=d::base.b, 1.p=d.p, 1.own=d.own)
// CHECK: function uses
// CHECK: buffer d.p {{.*}} parameter 1.p
// CHECK-NEXT: buffer d::base.p {{.*}} parameter 1::base.p
