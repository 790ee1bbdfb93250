// Buffers in containers have the range that they are made with where nothing else may come to be in their place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>
#include <memory>
#include <vector>
using floats = buffer<float>;
template <class K> void step(queue &q, floats &b, float *p) {
  q.parallel_for<K>(b.get_range(), [=](id<1> i) { p[i] += 1; });
}

void only_one(queue &q, float *p) {
  std::vector<floats> v;
  v.reserve(4);
  for (int i = 0; i < 4; ++i)
    v.push_back(floats(range<1>(64)));
  std::vector<floats> listed{floats(range<1>(32)), floats(range<1>(16))};
  auto u = std::make_unique<floats>(range<1>(2));
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class A>(q, v[1], p);
  step<class B>(q, listed[1], p);
  step<class D>(q, *u, p);
  fw.complete_fusion();
}
// What grows may grow again.
// CHECK-DAG: submit A range/1 offset=[0]; p=p
// CHECK-DAG: submit B range/1 global=[16]
// CHECK-DAG: submit D range/1 global=[2]

void fill(std::vector<floats> &v);
void assigned(queue &q, float *p, floats &other) {
  std::vector<floats> v, w, x, y, z;
  v.push_back(floats(range<1>(64)));
  w.push_back(floats(range<1>(64)));
  x.push_back(floats(range<1>(64)));
  y.push_back(floats(range<1>(64)));
  z.push_back(floats(range<1>(64)));
  v[0] = other;
  auto &alias = w;
  alias.push_back(other);
  for (floats &b : x)
    b = floats(range<1>(128));
  fill(y);
  *z.begin() = other;
  std::array<floats, 2> a{floats(range<1>(64)), floats(range<1>(64))};
  a[1] = other;
  floats c[2] = {floats(range<1>(64)), floats(range<1>(64))};
  floats *first = c;
  first[0] = other;
  auto u = std::make_unique<floats>(range<1>(64));
  *u = other;
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class E>(q, v[0], p);
  step<class F>(q, w[0], p);
  step<class G>(q, x[0], p);
  step<class H>(q, y[0], p);
  step<class I>(q, z[0], p);
  step<class J>(q, a[0], p);
  step<class K>(q, c[0], p);
  step<class L>(q, *u, p);
  fw.complete_fusion();
}
// CHECK-DAG: submit E range/1 offset
// CHECK-DAG: submit F range/1 offset
// CHECK-DAG: submit G range/1 offset
// CHECK-DAG: submit H range/1 offset
// CHECK-DAG: submit I range/1 offset
// CHECK-DAG: submit J range/1 offset
// CHECK-DAG: submit K range/1 offset
// CHECK-DAG: submit L range/1 offset
