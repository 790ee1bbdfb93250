// Buffers in arrays, tuples and pairs have identities where the index is constant, by whatever means the element is reached; elements that are assigned to or swapped in the region are followed, and have none where it may move others.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>
#include <functional>
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
// CHECK-DAG: submit Second<4> {{.*}}; x=other y=other

void swapped(queue q, fusion_wrapper fw, std::array<bytes, 2> b, std::tuple<bytes, bytes> t) {
  fw.start_fusion();
  submit_one<5>(q, b[0], std::get<0>(t));
  std::swap(b[0], b[1]);
  std::swap(std::get<0>(t), std::get<1>(t));
  submit_other<5>(q, b[0], std::get<0>(t));
  fw.complete_fusion();
}
// CHECK-DAG: submit Second<5> {{.*}}; x=b[1] y=t[1]

void grown(queue q, fusion_wrapper fw, std::vector<bytes> v, std::vector<bytes> w, bytes &other) {
  fw.start_fusion();
  submit_one<6>(q, v[0], w[0]);
  v.insert(v.begin(), other);
  w = v;
  submit_other<6>(q, v[0], w[0]);
  fw.complete_fusion();
}
// CHECK-DAG: submit Second<6> {{.*}}; x=? y=?

// What refers to elements. How many a vector has is not known, so that a loop over it leaves the region open.
void vectors(queue q, fusion_wrapper fw, bytes &one, bytes &two, unsigned k) {
  std::vector<bytes> v{one, two}, grows(2, one);
  grows.push_back(two);
  bytes *const table[2] = {&one, &two};
  fw.start_fusion();
  submit_other<7>(q, v.front(), grows.back());
  for (bytes *p : {&one, table[1]})
    submit_one<8>(q, *p, one);
  for (std::reference_wrapper<bytes> r : {std::ref(two), std::ref(one)})
    submit_one<9>(q, r, r.get());
  v[k] = one;
  submit_other<9>(q, v[1], sizeof(int) == 4 ? two : one);
  fw.complete_fusion();
}
// CHECK-DAG: submit Second<7> {{.*}}; x=v[0] y=?
// CHECK-DAG: submit First<8> {{.*}}; x=one y=one
// CHECK-DAG: submit First<8> {{.*}}; x=table[1] y=one
// CHECK-DAG: submit First<9> {{.*}}; x=two y=two
// CHECK-DAG: submit First<9> {{.*}}; x=one y=one
// CHECK-DAG: submit Second<9> {{.*}}; x=? y=two

void grows(queue q, fusion_wrapper fw, bytes &one) {
  std::vector<bytes> v{one};
  v.push_back(one);
  fw.start_fusion();
  for (bytes &b : v)
    submit_one<10>(q, b, one);
  fw.complete_fusion();
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What may make elements others, in functions too; before it they are known, and where it takes them by value or as constants.
void refill(std::vector<bytes> &v);
void look(const std::vector<bytes> &v, std::vector<bytes> copy);
void rotate(std::vector<bytes> &v) { v.insert(v.begin(), v.back()); }
template <int K> void submit_refilled(queue &q, std::vector<bytes> &v, std::array<bytes, 2> &fixed) {
  submit_one<K>(q, v[0], fixed[1]);
  refill(v);
  submit_other<K>(q, v[0], fixed[1]);
}
void given(queue q, fusion_wrapper fw, std::vector<bytes> v, std::vector<bytes> w, std::vector<bytes> x,
           std::array<bytes, 2> fixed, void (*change)(std::array<bytes, 2> *)) {
  fw.start_fusion();
  submit_refilled<11>(q, v, fixed);
  look(w, x);
  submit_one<12>(q, w[0], x[0]);
  rotate(w);
  change(&fixed);
  submit_other<12>(q, w[0], x[0]);
  submit_one<13>(q, x[0], fixed[1]);
  fw.complete_fusion();
}
// CHECK-DAG: submit First<11> {{.*}}; x=v[0] y=fixed[1]
// CHECK-DAG: submit Second<11> {{.*}}; x=? y=fixed[1]
// CHECK-DAG: submit First<12> {{.*}}; x=w[0] y=x[0]
// CHECK-DAG: submit Second<12> {{.*}}; x=? y=x[0]
// CHECK-DAG: submit First<13> {{.*}}; x=x[0] y=?
// CHECK: open region grows
