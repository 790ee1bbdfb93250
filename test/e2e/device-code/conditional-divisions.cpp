// Indices that divide on a condition, where neighbours have one quotient, also by 0 and -1 where the condition does not hold. Results are
// those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: sycl-fuse build --target native:v4 --emit ll %t.o -o %t.level4.o
// RUN: cat %t.level4.*v4*.ll | FileCheck-22 %s --check-prefix=CODE --implicit-check-not="phi i32 [ poison" --implicit-check-not="phi i64 [ poison"
// CHECK: all results right
// LLVM's vectorizer divided for the first of a vector's work-items, and only where that one meets the condition.
// CODE: load <{{[0-9]+}} x i32>
#include "e2e.hpp"

#include <limits>

using namespace sycl;

namespace {

template <class... T> class Shared;
template <class... T> class Rows;
template <class... T> class Quotients;
template <class... T> class Chained;
template <class... T> class Both;
template <class... T> class Clamped;
template <class... T> class Chosen;

template <class T> struct division {
  T c, d;
  bool defined() const { return d != 0 && !(d == T(-1) && c == std::numeric_limits<T>::min()); }
};

template <class T> void compare(queue &q, std::size_t n, T c, T d) {
  const auto in = e2e::random_values<int>(n, unsigned(n));
  auto *x = malloc_shared<int>(n, q), *y = malloc_shared<int>(n, q);
  std::copy(in.begin(), in.end(), x);
  std::vector<int> wanted(n);
  const auto check = [&](const char *name, auto value) {
    q.wait();
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = value(i);
    e2e::expect_equal(name, std::vector<int>(y, y + n), wanted);
    std::fill_n(y, n, 0);
  };
  const bool defined = division<T>{c, d}.defined();
  // Whatever the quotient is, there is an element.
  const auto inside = [](auto v, std::size_t n) { return std::size_t(v) % n; };
  std::fill_n(y, n, 0);

  q.parallel_for<Shared<T>>(range<1>(n), [=](id<1> i) {
    if (x[i] % 7 > 2 && defined)
      y[i] = x[inside(c % d, n)];
  });
  check("shared", [&](std::size_t i) { return in[i] % 7 > 2 && defined ? in[inside(c % d, n)] : 0; });

  q.parallel_for<Rows<T>>(range<1>(n), [=](id<1> i) {
    if (x[i] % 7 > 2 && defined && d > 0)
      y[i] = x[T(i / 16) % d % T(n)] + int(T(i) % d);
  });
  check("rows", [&](std::size_t i) {
    return in[i] % 7 > 2 && defined && d > 0 ? in[T(i / 16) % d % T(n)] + int(T(i) % d) : 0;
  });

  q.parallel_for<Quotients<T>>(range<1>(n), [=](id<1> i) {
    int v = 1;
    if (x[i] > 0 && defined)
      v = x[inside((c - T(i / 32)) / d, n)];
    y[i] = v;
  });
  check("quotients", [&](std::size_t i) { return in[i] > 0 && defined ? in[inside((c - T(i / 32)) / d, n)] : 1; });

  q.parallel_for<Chained<T>>(range<1>(n), [=](id<1> i) {
    int v = -1;
    if (x[i] > 5 && d > 0)
      v = x[inside(T(T(i / 64) / d + 3) % (d + 1), n)];
    y[i] = v;
  });
  check("chained",
        [&](std::size_t i) { return in[i] > 5 && d > 0 ? in[inside(T(T(i / 64) / d + 3) % (d + 1), n)] : -1; });

  q.parallel_for<Both<T>>(range<1>(n), [=](id<1> i) {
    const bool odd = x[i] & 1;
    int v = 0;
    if (odd && d > 0)
      v = x[inside(T(i / 16) % d, n)];
    else if (c > 0)
      v = x[inside(T(i / 16) / c, n)];
    y[i] = v;
  });
  check("both", [&](std::size_t i) {
    return in[i] & 1 && d > 0 ? in[inside(T(i / 16) % d, n)] : c > 0 ? in[inside(T(i / 16) / c, n)] : 0;
  });

  const T last = T(n - 1);
  q.parallel_for<Clamped<T>>(range<1>(n), [=](id<1> i) {
    int v = 2;
    if (x[i] % 3 == 0 && d > 0)
      v = x[clamp(T(T(i / 16) / d), T(0), last)] + x[min(T(T(c < 0 ? 0 : c) / d), last)];
    y[i] = v;
  });
  check("clamped", [&](std::size_t i) {
    const auto at = [&](T v) { return in[std::size_t(std::min(std::max(v, T(0)), last))]; };
    return in[i] % 3 == 0 && d > 0 ? at(T(i / 16) / d) + at(T(c < 0 ? 0 : c) / d) : 2;
  });

  q.parallel_for<Chosen<T>>(range<1>(n), [=](id<1> i) {
    int v = 3;
    if (x[i] % 3 == 0 && d > 0) {
      T t = d;
      if (T(i / 16) > d) {
        v = 5;
        t = T(i / 16);
      }
      v += x[inside(t * 3 / d, n)];
    }
    y[i] = v;
  });
  check("chosen", [&](std::size_t i) {
    if (in[i] % 3 != 0 || d <= 0)
      return 3;
    const T t = std::max(T(i / 16), d);
    return (T(i / 16) > d ? 5 : 3) + in[inside(t * 3 / d, n)];
  });
  free(x, q);
  free(y, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  for (std::size_t n : {1, 77, 1000}) {
    for (int d : {7, 1, 0, -1, -5, 1000}) {
      compare<int>(q, n, 777, d);
      compare<int>(q, n, std::numeric_limits<int>::min() + 1000, d);
      compare<long>(q, n, 777777777777, d);
    }
    for (unsigned d : {7u, 1u, 0u, 1000u}) {
      compare<unsigned>(q, n, 777, d);
      compare<std::size_t>(q, n, 777777777777, d);
    }
  }
  return e2e::finish();
}
