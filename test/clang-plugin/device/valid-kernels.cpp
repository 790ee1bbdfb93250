// Ordinary C++ of the standard library's headers that device code may use gives no message, at -O0 and -O2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %device %s -Werror 2>&1 | count 0
// RUN: %device %s -O2 -Werror 2>&1 | count 0
#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <sycl/sycl.hpp>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

struct Animal {
  virtual int legs() const { return host(); }
  virtual ~Animal() = default;
  int host() const;
  int age = 1;
};
struct Dog final : Animal {
  int legs() const override { return 4; }
};
struct Guard {
  explicit Guard(int *p) : p(p) {}
  Guard(const Guard &o) : p(o.p) {}
  ~Guard() { *p += 1; }
  int *p;
};
struct Vec4 {
  int v[4] = {1, 2, 3, 4};
  const int *begin() const { return v; }
  const int *end() const { return v + 4; }
  int operator[](int i) const { return v[i]; }
  Vec4 &operator+=(const Vec4 &o) {
    for (int i = 0; i < 4; ++i)
      v[i] += o.v[i];
    return *this;
  }
};
int square(int x) { return x * x; }
template <class F> int apply(F f, int x) { return f(x); }
auto increment = [](int x) { return x + 1; };
struct Flags {
  unsigned low : 3, high : 5;
};

void standard_types(sycl::queue &q, int *p, double *d, std::complex<float> *c) {
  std::pair<int, float> pair{1, 2};
  std::tuple<int, double> tuple{1, 2};
  std::optional<int> maybe = 3;
  std::variant<int, float> either = 3;
  std::string_view text = "text";
  q.parallel_for<class Types>(sycl::range<1>(10), [=](sycl::id<1> i) {
    c[0] = c[1] * c[2] + c[3] / c[4] - std::conj(c[1]);
    d[0] = std::abs(c[1]) + std::norm(c[2]) + c[0].real();
    std::array<int, 3> a{1, 2, 3};
    for (int v : a)
      p[0] += v + a[i % 3] + static_cast<int>(a.size()) + a.front();
    auto [first, second] = tuple;
    p[1] = first + std::get<0>(pair) + maybe.value_or(2) + (maybe ? *maybe : 1);
    d[1] = second + std::get<1>(std::make_tuple(1, 2.0));
    p[2] = *std::get_if<int>(&either) + static_cast<int>(text.size()) + text[0];
    std::tie(p[3], p[4]) = std::make_pair(1, 2);
    p[5] = std::apply([](int x, int y) { return x + y; }, std::make_tuple(1, p[1]));
    std::bitset<32> bits(p[1]);
    p[6] = static_cast<int>(bits.count());
    p[7] = std::numeric_limits<int>::max();
    std::minstd_rand random(p[0]);
    d[2] = std::uniform_real_distribution<double>(0, 1)(random);
  });
}

void algorithms(sycl::queue &q, int *p, double *d) {
  q.single_task<class Algorithms>([=] {
    std::swap(p[1], p[2]);
    p[0] = std::min(p[1], p[2]) + std::max({p[1], p[2], p[3]}) + std::clamp(p[1], 0, 4) + std::exchange(p[1], 3);
    p[1] = std::accumulate(p, p + 10, 0) + std::inner_product(p, p + 3, p, 0) + *std::max_element(p, p + 3);
    std::fill(p, p + 10, 1);
    std::copy(p, p + 5, p + 20);
    std::transform(p, p + 4, p, [](int y) { return y + 1; });
    std::reverse(p, p + 10);
    std::rotate(p, p + 1, p + 3);
    std::partial_sum(p, p + 3, p);
    std::iota(p, p + 3, 1);
    p[2] = static_cast<int>(std::lower_bound(p, p + 10, 3) - p + std::count_if(p, p + 10, [](int v) { return v > 3; }));
    d[0] =
        std::sin(d[1]) + std::pow(d[2], 2) + std::pow(d[3], d[4]) + std::hypot(d[1], d[2]) + std::fma(d[1], d[2], d[3]);
    d[1] = std::floor(d[1]) + std::isnan(d[3]) + std::lgamma(d[3]) + std::erf(d[3]) + sinf(2.f) + std::fmod(d[1], d[2]);
    std::memcpy(p, p + 40, 16);
    std::memset(p, 0, 8);
    p[3] = std::invoke(square, 3) + std::plus<>()(p[1], p[2]) + apply(std::negate<int>(), 4);
  });
}

void language(sycl::queue &q, int *p) {
  int array[4] = {1, 2, 3, 4};
  Flags flags{1, 2};
  static const int constant = 7;
  q.single_task<class Language>([=] {
    Dog dog;
    p[0] = dog.legs() + dog.age + array[p[1]] + flags.low + constant;
    Guard guard(p), copy = guard;
    Guard{p};
    Vec4 v, w;
    v += w;
    for (int x : v)
      p[1] += x + v[2];
    p[2] = apply(square, 3) + apply(&square, 4) + apply([=](int y) { return y * p[0]; }, 3) + increment(3);
    p[3] = [&] { return p[0] + v[0]; }();
    new (p) int(3);
    union {
      int i;
      float f;
    } u;
    u.f = 1;
    p[4] = u.i;
    asm volatile("" ::: "memory");
    __builtin_assume(p[0] > 0);
    p[5] = __builtin_clz(p[0]) + static_cast<int>(strlen("abc"));
  });
}
