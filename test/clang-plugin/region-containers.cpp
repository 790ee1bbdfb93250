// Buffers in arrays, tuples and pairs have identities where the index is constant, by whatever means the element is reached; not where the container, or an element of it, may become another one in the region.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>
#include <tuple>
#include <utility>
#include <vector>
using bytes = buffer<char>;
template <int> class First;
template <int> class Second;

template <int K> void submit_one(queue &q, bytes &a, bytes &b) {
  q.submit([&](handler &h) {
    accessor x{a, h}, y{b, h};
    h.parallel_for<First<K>>(64, [=](id<1> i) { x[i] = y[i]; });
  });
}
template <int K> void submit_other(queue &q, bytes &a, bytes &b) {
  q.submit([&](handler &h) {
    accessor x{a, h}, y{b, h};
    h.parallel_for<Second<K>>(64, [=](id<1> i) { x[i] = y[i]; });
  });
}

void arrays(queue q, fusion_wrapper fw, bytes &one, bytes &two) {
  std::array<bytes, 2> b{one, two};
  fw.start_fusion();
  submit_one<0>(q, b[0], std::get<1>(b));
  submit_other<0>(q, b.at(1), b[0]);
  fw.complete_fusion();
}
// CHECK-DAG: submit First<0> {{.*}}; x=b[0] y=b[1]
// CHECK-DAG: submit Second<0> {{.*}}; x=b[1] y=b[0]

void tuples(queue q, fusion_wrapper fw, std::tuple<bytes, int, bytes> t, std::pair<bytes, bytes> p, int k) {
  fw.start_fusion();
  submit_one<1>(q, std::get<0>(t), std::get<2>(t));
  submit_other<1>(q, std::get<1>(p), p.first);
  submit_one<2>(q, p.second, std::get<0>(p));
  fw.complete_fusion();
}
// CHECK-DAG: submit First<1> {{.*}}; x=t[0] y=t[2]
// CHECK-DAG: submit Second<1> {{.*}}; x=p.second y=p.first
// CHECK-DAG: submit First<2> {{.*}}; x=p.second y=p.first

// What only a run knows, and elements named by their type.
void unknown(queue q, fusion_wrapper fw, std::array<bytes, 3> &b, std::tuple<bytes, int> t, unsigned k) {
  fw.start_fusion();
  submit_one<3>(q, b[k], b.at(k));
  submit_other<3>(q, std::get<bytes>(t), b[1]);
  fw.complete_fusion();
}
// CHECK-DAG: submit First<3> {{.*}}; x=? y=?
// CHECK-DAG: submit Second<3> {{.*}}; x=? y=b[1]

// Another buffer in the same place.
void assigned(queue q, fusion_wrapper fw, std::array<bytes, 2> b, std::tuple<bytes, bytes> t, bytes &other) {
  fw.start_fusion();
  submit_one<4>(q, b[0], std::get<0>(t));
  b[0] = other;
  std::get<0>(t) = other;
  submit_other<4>(q, b[0], std::get<0>(t));
  fw.complete_fusion();
}
// CHECK-DAG: submit Second<4> {{.*}}; x=? y=?

void swapped(queue q, fusion_wrapper fw, std::array<bytes, 2> b, std::tuple<bytes, bytes> t) {
  fw.start_fusion();
  submit_one<5>(q, b[0], std::get<0>(t));
  std::swap(b[0], b[1]);
  std::swap(std::get<0>(t), std::get<1>(t));
  submit_other<5>(q, b[0], std::get<0>(t));
  fw.complete_fusion();
}
// CHECK-DAG: submit Second<5> {{.*}}; x=? y=?

void grown(queue q, fusion_wrapper fw, std::vector<bytes> v, std::vector<bytes> w, bytes &other) {
  fw.start_fusion();
  submit_one<6>(q, v[0], w[0]);
  v.insert(v.begin(), other);
  w = v;
  submit_other<6>(q, v[0], w[0]);
  fw.complete_fusion();
}
// CHECK-DAG: submit Second<6> {{.*}}; x=? y=?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
