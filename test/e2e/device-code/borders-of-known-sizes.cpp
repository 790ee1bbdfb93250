// Borders whose limits are constants of the kernel, of which LLVM makes other forms: one comparison of two, numbers of
// 16 bits, sums that no flag says do not wrap; and indices of unsigned numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK-NOT: needed
// CHECK: all results right
#include "borders.hpp"

namespace {

using namespace borders;

template <class Body, class Int, int N> class Plain;
template <class Body, class Int, int N> class Linear;
template <class Body, class Int, int N> class Groups;

template <class Body, class Int, int N> void compare(sycl::queue &q, std::size_t rows) {
  constexpr Int n = N;
  expect<Body>("range", q, rows, N, n, [&](sycl::handler &h, auto a, auto o) {
    h.parallel_for<Plain<Body, Int, N>>(
        sycl::range<2>(rows, N), [=](sycl::id<2> i) { Body::run(Int(i[0]), Int(i[1]), n, &a[padding], &o[padding]); });
  });
  expect<Body>("linear", q, rows, N, n, [&](sycl::handler &h, auto a, auto o) {
    h.parallel_for<Linear<Body, Int, N>>(sycl::range<1>(rows * N), [=](sycl::id<1> id) {
      const Int i = Int(id);
      Body::run(i / n, i % n, n, &a[padding], &o[padding]);
    });
  });
  const sycl::range<2> group(4, 16), groups((rows + 3) / 4, (N + 15) / 16);
  expect<Body>("groups", q, rows, N, n, [&](sycl::handler &h, auto a, auto o) {
    h.parallel_for<Groups<Body, Int, N>>(sycl::nd_range<2>(groups * group, group), [=](sycl::nd_item<2> i) {
      const Int y = Int(i.get_global_id(0)), x = Int(i.get_global_id(1));
      if (y < Int(rows) && x < n)
        Body::run(y, x, n, &a[padding], &o[padding]);
    });
  });
}

template <class Int, int N> void compare_all(sycl::queue &q, std::size_t rows) {
  compare<clamped<Int>, Int, N>(q, rows);
  compare<min_max<Int>, Int, N>(q, rows);
  compare<wrapped<Int>, Int, N>(q, rows);
  compare<wrapped_next<Int>, Int, N>(q, rows);
  compare<inner<Int>, Int, N>(q, rows);
  compare<outside<Int>, Int, N>(q, rows);
}

} // namespace

int main() {
  sycl::queue q = e2e::make_queue();
  for (std::size_t rows : {1, 4, 9}) {
    compare_all<int, 700>(q, rows);
    compare_all<unsigned, 700>(q, rows);
    compare_all<int, 100>(q, rows);
  }
  return e2e::finish();
}
