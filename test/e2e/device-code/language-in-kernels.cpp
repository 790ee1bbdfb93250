// What the language and the standard library's headers offer to kernels is compiled ahead of time and gives the host's
// results: complex arithmetic, bit-fields, classes with virtual functions, functions passed to templates.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -Werror -O2 -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --target=native 2>&1 | count 0
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_TRACE=1 %t > %t.out 2>&1
// RUN: FileCheck-22 %s < %t.out
// CHECK-NOT: host code
// CHECK: 0 of 8000 quotients, products, absolute values and arguments differ
// CHECK: 0 of 392 special cases differ
// CHECK: language: 20823 9 10 31 7000 8
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <sycl/sycl.hpp>
#include <tuple>

template <class T> struct Values {
  std::complex<T> a, b, product, quotient;
  T absolute, argument;
};

template <class T> void compute(sycl::queue &q, Values<T> *v, std::size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     v[i].product = v[i].a * v[i].b;
     v[i].quotient = v[i].a / v[i].b;
     v[i].absolute = std::abs(v[i].a);
     v[i].argument = std::arg(v[i].a);
   }).wait();
}

template <class T> bool isClose(std::complex<T> x, std::complex<T> y) {
  return std::abs(x - y) <= 8 * std::numeric_limits<T>::epsilon() * std::abs(y);
}

template <class T> int differOnRandom(sycl::queue &q, unsigned seed) {
  constexpr int n = 1000;
  auto *v = sycl::malloc_shared<Values<T>>(n, q);
  std::mt19937 random(seed);
  std::uniform_real_distribution<T> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-15, 15);
  auto number = [&] { return std::ldexp(mantissa(random), exponent(random)); };
  for (int i = 0; i < n; ++i)
    v[i] = {{number(), number()}, {number(), number()}, {}, {}, 0, 0};
  compute(q, v, n);
  int different = 0;
  for (int i = 0; i < n; ++i)
    different += !isClose(v[i].product, v[i].a * v[i].b) + !isClose(v[i].quotient, v[i].a / v[i].b) +
                 !isClose<T>(v[i].absolute, std::abs(v[i].a)) + !isClose<T>(v[i].argument, std::arg(v[i].a));
  sycl::free(v, q);
  return different;
}

// Annex G: what is infinite, and what zero; the signs and parts of an infinite result are not compared.
template <class T> bool isAlike(std::complex<T> x, std::complex<T> y) {
  bool infinite = std::isinf(x.real()) || std::isinf(x.imag());
  if (infinite || std::isinf(y.real()) || std::isinf(y.imag()))
    return infinite == (std::isinf(y.real()) || std::isinf(y.imag()));
  if (std::isnan(y.real()) || std::isnan(y.imag()))
    return std::isnan(x.real()) || std::isnan(x.imag());
  return isClose(x, y);
}
template <class T> int differOnSpecial(sycl::queue &q) {
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const std::complex<T> special[] = {{0, 0}, {1, 0}, {inf, 0}, {inf, inf}, {-inf, nan}, {nan, 1}, {2, -3}};
  auto *v = sycl::malloc_shared<Values<T>>(49, q);
  for (int i = 0; i < 49; ++i)
    v[i] = {special[i / 7], special[i % 7], {}, {}, 0, 0};
  compute(q, v, 49);
  int different = 0;
  for (int i = 0; i < 49; ++i)
    different += !isAlike(v[i].product, v[i].a * v[i].b) + !isAlike(v[i].quotient, v[i].a / v[i].b) +
                 !isAlike<T>(v[i].absolute, std::abs(v[i].a)) + !isAlike<T>(v[i].argument, std::arg(v[i].a));
  sycl::free(v, q);
  return different;
}

struct Flags {
  unsigned low : 3, high : 5;
  int rest : 20;
};
struct Shape {
  virtual int corners() const { return 1; }
  int size = 5;
};
struct Square final : Shape {
  int corners() const override { return 4; }
};
int twice(int x) { return 2 * x; }
template <class F> int apply(F f, int x) { return f(x); }
constexpr int checked(int x) {
  if (x < 0)
    throw std::invalid_argument("negative");
  return 10 * x;
}

int main() {
  sycl::queue q;
  unsigned seed = std::random_device{}();
  std::printf("seed %u\n", seed);
  std::printf("%d of 8000 quotients, products, absolute values and arguments differ\n",
              differOnRandom<float>(q, seed) + differOnRandom<double>(q, seed));
  std::printf("%d of 392 special cases differ\n", differOnSpecial<float>(q) + differOnSpecial<double>(q));

  int *out = sycl::malloc_shared<int>(6, q);
  out[4] = 1000;
  Flags flags{2, 9, -77};
  std::tuple<int, float> tuple{1, 2};
  std::optional<int> maybe = 3;
  q.single_task([=] {
     out[0] = flags.low * 10000 + flags.high * 100 + flags.rest;
     Square square;
     out[1] = square.corners() + square.size;
     out[2] = apply(twice, 2) + apply(&twice, 3);
     out[3] = checked(3) + std::get<0>(tuple);
     out[4] = static_cast<int>(static_cast<__int128>(out[4]) * 7);
     out[5] = maybe.value_or(1) + (maybe ? 5 : 0);
   }).wait();
  std::printf("language: %d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
  sycl::free(out, q);
}
