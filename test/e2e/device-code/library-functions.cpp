// Kernels call functions of the C library that are no mathematics, by themselves and through the standard library, and
// the elementary functions of std::complex: the results are the host's, special values too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <string_view>

int sign_of(int x) { return (x > 0) - (x < 0); }

template <class Out> void strings(const char *s, const std::array<int, 4> *a, Out out) {
  out(sign_of(std::memcmp(s, s + 6, 6)));
  out(sign_of(std::strcmp(s, s + 12)) * 2 + sign_of(std::strncmp(s, s + 12, 2)));
  out(static_cast<int>(std::strlen(s)));
  out(static_cast<int>(static_cast<const char *>(std::memchr(s, s[3], 20)) - s));
  out(static_cast<int>(std::strchr(s, s[2]) - s) + (std::strchr(s, 'z') != nullptr) + (std::strchr(s, 0) - s == 5));
  out(a[0] == a[1]);
  out(a[0] < a[2]);
  out(std::equal(a[0].begin(), a[0].end(), a[1].begin()));
  std::string_view x{s}, y{s + 12};
  out((x == y) + 2 * (x < y) + 4 * (x.find(s[4]) == 4) + 8 * sign_of(x.compare(y)));
  out(static_cast<int>(x.find("ll")) + static_cast<int>(x.find_first_of("ol")));
}

template <class Out> void not_numbers(Out out) {
  out(std::nanf("")), out(std::nanf("1")), out(std::nanf("0x2aF")), out(std::nanf("017")), out(std::nanf("x"));
}

template <class C, class Out> void functions(C z, C w, Out out) {
  out(std::exp(z)), out(std::log(z)), out(std::sqrt(z)), out(std::sin(z)), out(std::cos(z)), out(std::tan(z));
  out(std::sinh(z)), out(std::cosh(z)), out(std::tanh(z)), out(std::asin(z)), out(std::acos(z)), out(std::atan(z));
  out(std::asinh(z)), out(std::acosh(z)), out(std::atanh(z)), out(std::proj(z)), out(std::pow(z, w));
}
constexpr int count = 17;
const char *const names[count] = {"exp",  "log",  "sqrt", "sin",   "cos",   "tan",   "sinh", "cosh", "tanh",
                                  "asin", "acos", "atan", "asinh", "acosh", "atanh", "proj", "pow"};

template <class T> bool is_near(T got, T wanted, T size) {
  if (std::isnan(wanted) || std::isinf(wanted))
    return std::isnan(wanted) ? std::isnan(got) : got == wanted;
  return std::abs(got - wanted) <= 16 * std::numeric_limits<T>::epsilon() * size + std::numeric_limits<T>::min();
}

template <class T> void complex(sycl::queue q, const char *type) {
  using C = std::complex<T>;
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const T parts[] = {T(0),  T(-0.0), T(1),   T(-1),  T(0.5), T(-0.75), T(2), T(-3),    T(1e-3),  T(-1e-10),
                     T(10), T(-20),  T(100), T(1e6), inf,    -inf,     nan,  T(1e-30), T(-1e30), T(0.7071)};
  std::vector<C> in;
  for (T re : parts)
    for (T im : parts)
      in.push_back({re, im});
  const std::size_t n = in.size();
  C *z = sycl::malloc_shared<C>(n, q), *out = sycl::malloc_shared<C>(n * count, q);
  std::copy(in.begin(), in.end(), z);
  q.parallel_for(n, [=](sycl::id<1> i) {
     C *to = out + i * count;
     functions(z[i], C(T(0.5), T(0.25)), [&](C r) { *to++ = r; });
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<C> wanted;
    functions(in[i], C(T(0.5), T(0.25)), [&](C r) { wanted.push_back(r); });
    for (int f = 0; f < count; ++f) {
      const C got = out[i * count + f], want = wanted[f];
      // Where C leaves the sign of a part open, or which part is an infinity, the host is one example.
      const bool special = !std::isfinite(in[i].real()) || !std::isfinite(in[i].imag());
      const auto part = [&](T a, T b) {
        return special ? is_near(std::abs(a), std::abs(b), std::abs(b)) : is_near(a, b, std::abs(want));
      };
      if (!part(got.real(), want.real()) || !part(got.imag(), want.imag())) {
        ++e2e::failures;
        std::printf("%s %s(%g, %g) is (%.9g, %.9g), needed: (%.9g, %.9g)\n", type, names[f], double(in[i].real()),
                    double(in[i].imag()), double(got.real()), double(got.imag()), double(want.real()),
                    double(want.imag()));
      }
    }
  }
  sycl::free(z, q), sycl::free(out, q);
}

int main() {
  sycl::queue q = e2e::make_queue();
  const char text[] = "hello\0help!\0hellp";
  auto *s = sycl::malloc_shared<char>(sizeof text, q);
  auto *a = sycl::malloc_shared<std::array<int, 4>>(3, q);
  std::memcpy(s, text, sizeof text);
  a[0] = {1, 2, 3, 4}, a[1] = {1, 2, 3, 4}, a[2] = {1, 2, 4, 0};
  int *ints = sycl::malloc_shared<int>(10, q);
  q.single_task<class Strings>([=] {
     int *to = ints;
     strings(s, a, [&](int r) { *to++ = r; });
   }).wait();
  std::vector<int> wanted;
  strings(s, a, [&](int r) { wanted.push_back(r); });
  e2e::expect_equal("strings", std::vector<int>(ints, ints + 10), wanted);

  float *f = sycl::malloc_shared<float>(5, q);
  q.single_task<class NotNumbers>([=] {
     float *to = f;
     not_numbers([&](float r) { *to++ = r; });
   }).wait();
  std::vector<float> host;
  not_numbers([&](float r) { host.push_back(r); });
  e2e::expect_equal("nanf", std::vector<float>(f, f + 5), host);
  complex<float>(q, "float");
  complex<double>(q, "double");
  std::printf("failures: %d\n", e2e::failures); // CHECK: failures: 0
}
