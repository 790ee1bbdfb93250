// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of builtins share: random values with all special ones, errors in units in the last place against long
// double.
#pragma once

#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace reference {

using real = long double;

inline std::mt19937_64 &generator() {
  static std::mt19937_64 g{20201};
  return g;
}

template <class T> real value(T x) {
  if constexpr (std::is_same_v<T, sycl::half>)
    return static_cast<float>(x);
  else
    return x;
}

// Distance of T's values around x.
template <class T> real ulp(real x) {
  using L = std::numeric_limits<T>;
  if (x == 0 || std::isinf(x))
    return value(L::denorm_min());
  int e = std::max(std::ilogb(x), L::min_exponent - 1);
  return std::ldexp(real(1), e - (L::digits - 1));
}
// In units in the last place; zeros of different sign, or a wrong class, are infinitely wrong.
template <class T> real error(T got, real wanted) {
  real g = value(got), inf = std::numeric_limits<real>::infinity();
  if (std::isnan(g) || std::isnan(wanted))
    return std::isnan(g) && std::isnan(wanted) ? 0 : inf;
  if (std::isinf(g))
    return wanted == g || std::fabs(wanted) + ulp<T>(wanted) > value(std::numeric_limits<T>::max()) ? 0 : inf;
  if (std::isinf(wanted))
    return inf;
  return std::fabs(g - wanted) / ulp<T>(wanted);
}

template <class T> std::vector<T> special_values() {
  using L = std::numeric_limits<T>;
  std::vector<T> v;
  for (T x : {T(0),
              T(0.25f),
              T(0.5f),
              T(0.75f),
              T(1),
              T(1.5f),
              T(2),
              T(2.5f),
              T(3),
              T(7),
              T(100),
              T(1000.5f),
              L::min(),
              L::max(),
              L::infinity(),
              L::denorm_min(),
              L::epsilon(),
              T(L::min() - L::denorm_min()),
              T(L::min() / T(2)),
              T(1 - value(L::epsilon()) / 2),
              T(1 + value(L::epsilon()))}) {
    v.push_back(x);
    v.push_back(T(-x));
  }
  v.push_back(L::quiet_NaN());
  return v;
}

template <class T> T random_bits() {
  return __builtin_bit_cast(T, static_cast<sycl::detail::uint_of_size<sizeof(T)>>(generator()()));
}

// Special values, any bits, and values of an everyday size.
template <class T> std::vector<T> values(std::size_t n) {
  std::vector<T> v = special_values<T>();
  std::uniform_real_distribution<double> small(-3, 3), middle(-200, 200);
  for (std::size_t i = 0; i < n; ++i) {
    v.push_back(random_bits<T>());
    v.push_back(static_cast<T>(small(generator())));
    v.push_back(static_cast<T>(middle(generator())));
  }
  return v;
}

// The same bits, or both NaN.
template <class T> bool same(T a, T b) {
  if constexpr (std::is_integral_v<T> || std::is_same_v<T, std::byte>)
    return a == b;
  else
    return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

} // namespace reference
