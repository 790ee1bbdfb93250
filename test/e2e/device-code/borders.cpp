// Borders as stencils write them, clamped, wrapped around, left out or treated apart, by comparisons of all kinds, in 32
// and 64 bits, with limits that are not those of the range, below zero as well, over ranges, rows of a linear range and
// ids that are computed of groups: the loop over work-items is cut at them.
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

template <class Body, class Int> class Plain;
template <class Body, class Int> class Linear;
template <class Body, class Int> class Groups;

template <class Body, class Int> void compare(sycl::queue &q, std::size_t rows, std::size_t columns, Int n) {
  auto check = [&](const char *what, auto submit) { expect<Body>(what, q, rows, columns, n, submit); };
  check("range", [&](sycl::handler &h, auto a, auto o) {
    h.parallel_for<Plain<Body, Int>>(sycl::range<2>(rows, columns), [=](sycl::id<2> i) {
      Body::run(Int(i[0]), Int(i[1]), n, &a[padding], &o[padding]);
    });
  });
  check("linear", [&](sycl::handler &h, auto a, auto o) {
    h.parallel_for<Linear<Body, Int>>(sycl::range<1>(rows * columns), [=](sycl::id<1> id) {
      const Int i = Int(id), c = Int(columns);
      Body::run(i / c, i % c, n, &a[padding], &o[padding]);
    });
  });
  const sycl::range<2> group(4, 16), groups((rows + 3) / 4, (columns + 15) / 16);
  check("groups", [&](sycl::handler &h, auto a, auto o) {
    h.parallel_for<Groups<Body, Int>>(sycl::nd_range<2>(groups * group, group), [=](sycl::nd_item<2> i) {
      const Int y = Int(i.get_group(0) * i.get_local_range(0) + i.get_local_id(0)),
                x = Int(i.get_group(1)) * Int(i.get_local_range(1)) + Int(i.get_local_id(1));
      if (y < Int(rows) && x < Int(columns))
        Body::run(y, x, n, &a[padding], &o[padding]);
    });
  });
}

template <class Int> void compare_all(sycl::queue &q, std::size_t rows, std::size_t columns, Int n) {
  compare<clamped<Int>>(q, rows, columns, n);
  compare<min_max<Int>>(q, rows, columns, n);
  compare<wrapped<Int>>(q, rows, columns, n);
  compare<wrapped_next<Int>>(q, rows, columns, n);
  compare<inner<Int>>(q, rows, columns, n);
  compare<apart<Int>>(q, rows, columns, n);
  compare<outside<Int>>(q, rows, columns, n);
}

// Groups whose sizes make the size of the launch: a loop in steps of it.
void run_strides(sycl::queue &q, std::size_t n) {
  const std::vector<int> ints = e2e::random_values<int>(n, 3);
  std::vector<number> in(ints.begin(), ints.end()), got(n), wanted(n);
  for (std::size_t i = 0; i != n; ++i)
    wanted[i] = 3 * in[i] + 1;
  {
    sycl::buffer<number> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::write_only};
      h.parallel_for<class Strides>(sycl::nd_range<1>(8 * 32, 32), [=](sycl::nd_item<1> item) {
        const int step = int(item.get_local_range(0)) * int(item.get_group_range(0));
        for (int i = int(item.get_group(0) * item.get_local_range(0) + item.get_local_id(0)); i < int(n); i += step)
          o[i] = 3 * a[i] + 1;
      });
    });
  }
  e2e::expect_equal("strides", got, wanted);
}

} // namespace

int main() {
  sycl::queue q = e2e::make_queue();
  std::random_device seed;
  std::minstd_rand generator{seed()};
  for (int columns : {1, 2, 3, 16, 57, 700}) {
    const std::size_t rows = columns == 700 ? 3 : 9;
    for (int n : {columns, columns + 1, columns - 1, 1, 5, 1 + int(generator() % 700)})
      if (n > 0) {
        std::printf("%zu x %d, %d\n", rows, columns, n);
        compare_all<int>(q, rows, columns, n);
        compare_all<std::size_t>(q, rows, columns, std::size_t(n));
      }
    for (int n : {0, -1, -5, columns, 3}) {
      compare<below_zero>(q, rows, columns, n);
      compare<outside<int>>(q, rows, columns, n);
      compare<inner<int>>(q, rows, columns, n);
    }
  }
  for (std::size_t n : {1, 255, 256, 257, 10007})
    run_strides(q, n);
  return e2e::finish();
}
