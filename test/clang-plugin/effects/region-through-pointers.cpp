// Pointers that are written through other pointers, references and iterators: where it is known which one that is, it is followed; else none that may be it
// is known any more.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>
#include <memory>
#include <vector>

template <class K> void step(queue &q, float *p) {
  q.parallel_for<K>(range<1>(64), [=](id<1> i) { p[i] += 1; });
}
float **pick(float **);
void set(float **where, float *p) { *where = p; }

void known(queue &q, float **v, float *a, float *b, float *c) {
  float *local = a, *other[2] = {a, b};
  fusion_wrapper fw{q};
  fw.start_fusion();
  v[0] = a;
  step<class A>(q, *v);
  *v = b;
  step<class B>(q, v[0]);
  *(v + 1) = c;
  step<class C>(q, v[1]);
  std::swap(*v, v[1]);
  step<class D>(q, *v);
  set(&local, c); // a variable whose address is taken
  step<class E>(q, local);
  set(other, c);
  step<class F>(q, other[0]);
  step<class G>(q, other[1]);
  fw.complete_fusion();
}
// CHECK: region known
// CHECK: submit A {{.*}} p=a
// CHECK-NEXT: submit B {{.*}} p=b
// CHECK-NEXT: submit C {{.*}} p=c
// CHECK-NEXT: submit D {{.*}} p=c
// CHECK-NEXT: submit E {{.*}} p=?
// CHECK-NEXT: submit F {{.*}} p=c
// CHECK-NEXT: submit G {{.*}} p=?

void unknown(queue &q, std::vector<float *> &v, float **w, float *a, float *b) {
  float *table[2] = {a, b}, *kept[2] = {a, b}, *own = a;
  float **into = table, **address = pick(&own);
  std::unique_ptr<float *> u(new float *(a));
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class K>(q, table[0]);
  v[0] = a;
  step<class I>(q, v[0]);
  for (float *&x : v)
    x = b;
  step<class J>(q, v[0]);
  into[0] = b;
  step<class L>(q, table[0]);
  step<class M>(q, kept[0]);
  *address = b;
  step<class N>(q, own);
  step<class O>(q, w[0]);
  step<class P>(q, a);
  step<class Q>(q, *u);
  *u.get() = b;
  step<class R>(q, *u);
  fw.complete_fusion();
}
// CHECK: region unknown
// CHECK: submit K {{.*}} p=table[0]
// CHECK-NEXT: submit I {{.*}} p=a
// CHECK-NEXT: submit J {{.*}} p=?
// CHECK-NEXT: submit L {{.*}} p=?
// CHECK-NEXT: submit M {{.*}} p=kept[0]
// CHECK-NEXT: submit N {{.*}} p=?
// CHECK-NEXT: submit O {{.*}} p=?
// CHECK-NEXT: submit P {{.*}} p=a
// CHECK-NEXT: submit Q {{.*}} p=u.*
// CHECK-NEXT: submit R {{.*}} p=b

void unrolled(queue &q, float *a, float *b) {
  std::array<float *, 2> v{a, a};
  fusion_wrapper fw{q};
  fw.start_fusion();
  for (float *&x : v)
    x = b;
  step<class H>(q, v[0]);
  fw.complete_fusion();
}
// CHECK: region unrolled
// CHECK: submit H {{.*}} p=b
