// Functions of the C mathematics library can be called in kernels, fused too: those that are no LLVM intrinsics, and
// those of integers, exponents and two results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native --target=cuda:sm_90 --ptxas=none %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <cmath>

using namespace sycl;

double first(double x) { return std::cbrt(x) + std::erf(x) + std::expm1(x / 50) + std::log1p(std::fabs(x)); }
double second(double x, double y) {
  return std::hypot(x, y) + std::asinh(x) + std::fmod(x, 0.7) + std::tgamma(2 + std::fabs(y) / 50);
}

// Results of integer type, and through pointers: exact.
double third(double x, double y) {
  int exponent, quotient, n = std::ilogb(x);
  double whole, sine, cosine, fraction = std::frexp(x, &exponent), part = std::modf(y, &whole);
  double rest = std::remquo(x, y / 1000, &quotient);
  sincos(std::floor(x), &sine, &cosine);
  return std::ldexp(fraction, exponent) + std::scalbn(part, n % 3) + std::scalbln(whole, 2L) + std::lround(x) * 3.0 +
         std::llround(y / 7) + std::lrint(x / 3) + std::llrint(y) + n + rest + (quotient & 7) + std::logb(x) +
         std::nextafter(y, x) + sine - cosine;
}
float fourth(float x) {
  int exponent, quotient, sign;
  float whole, fraction = std::frexp(x, &exponent), part = std::modf(x, &whole),
               rest = std::remquo(x, 0.75f, &quotient);
  return std::ldexp(fraction, exponent) + part + std::scalbn(whole, -2) + std::ilogb(x) + std::lround(x) +
         std::lrint(x) + rest + (quotient & 7) + std::nextafter(x, 0.0f) + (lgammaf_r(x, &sign) > 1 ? 1 : 0) + sign;
}

// The same in one kernel, fused with one that adds nothing: on values of every size.
void exact_functions() {
  const std::size_t n = 1003;
  std::vector<double> in = e2e::random_values<double>(n + 1, 4);
  const double special[] = {0.5, -0.5, 1.5, 2.5, -2.5, 1e-300, -3e-310, 5e-324, 1e15 + 0.5, 0.1, 1, -1, 1023, 1e9};
  std::copy(std::begin(special), std::end(special), in.begin());
  std::vector<double> out(n), wanted(n);
  std::vector<float> small(n), small_wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    wanted[i] = third(in[i], in[i + 1]) + 1;
    small_wanted[i] = fourth(static_cast<float>(in[i])) + 1;
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<double> input{in.data(), n + 1}, result{out.data(), n};
    buffer<float> other{small.data(), n};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{input, h, read_only};
      accessor r{result, h, write_only, no_init};
      accessor s{other, h, write_only, no_init};
      h.parallel_for<class Third>(range{n}, [=](id<1> i) {
        r[i] = third(x[i], x[i[0] + 1]);
        s[i] = fourth(static_cast<float>(x[i]));
      });
    });
    q.submit([&](handler &h) {
      accessor r{result, h, read_write};
      accessor s{other, h, read_write};
      h.parallel_for<class AddOne>(range{n}, [=](id<1> i) {
        r[i] += 1;
        s[i] += 1;
      });
    });
    fw.complete_fusion();
  }
  e2e::report("exact", fw);
  auto near = [](double a, double b, double by) {
    return std::fabs(a - b) <= by * std::fabs(b) || (std::isnan(a) && std::isnan(b));
  };
  for (std::size_t i = 0; i < n; ++i)
    if (!near(out[i], wanted[i], 1e-12) || !near(small[i], small_wanted[i], 1e-5)) {
      std::printf("of %g: %.17g and %.9g, needed: %.17g and %.9g\n", in[i], out[i], small[i], wanted[i],
                  small_wanted[i]);
      ++e2e::failures;
    }
}

int main() {
  const std::size_t n = 1003;
  const std::vector<double> in = e2e::random_values<double>(n, 3);
  std::vector<double> out(n), wanted(n);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<double> input{in.data(), n}, result{out.data(), n}, tmp{range{n}, {e2e::promote_private{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{input, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class First>(range{n}, [=](id<1> i) { t[i] = first(x[i]); });
    });
    q.submit([&](handler &h) {
      accessor x{input, h, read_only};
      accessor t{tmp, h, read_only};
      accessor r{result, h, write_only, no_init};
      h.parallel_for<class Second>(range{n}, [=](id<1> i) { r[i] = second(t[i], x[i]); });
    });
    fw.complete_fusion();
  }
  e2e::report("mathematics", fw);
  for (std::size_t i = 0; i < n; ++i) {
    wanted[i] = second(first(in[i]), in[i]);
    if (!(std::fabs(out[i] - wanted[i]) <= 1e-12 * std::fabs(wanted[i]))) {
      std::printf("element %zu is %.17g, needed: %.17g\n", i, out[i], wanted[i]);
      ++e2e::failures;
    }
  }
  exact_functions();
  return e2e::finish();
}
// CHECK: mathematics: aot
// CHECK-NEXT: exact: aot
// CHECK-NEXT: all results right
