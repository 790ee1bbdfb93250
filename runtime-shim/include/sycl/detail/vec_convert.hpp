// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of one element with a rounding mode (SYCL 2020, 4.14.2.3).
#pragma once

#include "sycl/detail/vec_shape.hpp"

namespace sycl {

// automatic: of floating point to nearest even, of integers toward zero.
enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

// The next value from x up (or down), which is finite.
template <class T> constexpr T neighbour(T x, bool up) {
  using bits_t = uint_of_size<sizeof(T)>;
  constexpr bits_t sign = bits_t(1) << (sizeof(T) * 8 - 1);
  bits_t bits = __builtin_bit_cast(bits_t, x);
  if (x == T(0))
    return __builtin_bit_cast(T, bits_t(up ? 1 : sign | 1));
  return __builtin_bit_cast(T, bits_t((x > T(0)) == up ? bits + 1 : bits - 1));
}

// Compares x, a rounding of y, with y, without loss: -1 if x is less, 0 if equal, 1 if greater.
template <class To, class From> constexpr int rounded_by(To x, From y) {
  if constexpr (std::is_integral_v<From>) {
    // Beyond the integers, where conversion back is undefined.
    constexpr double limit = static_cast<double>(std::numeric_limits<From>::max() / 2 + 1) * 2;
    if (static_cast<double>(x) >= limit)
      return 1;
    if (static_cast<double>(x) < static_cast<double>(std::numeric_limits<From>::min()))
      return -1;
    From back = static_cast<From>(static_cast<double>(x));
    return back < y ? -1 : back > y;
  } else {
    double a = static_cast<double>(x), b = static_cast<double>(y);
    return a < b ? -1 : a > b;
  }
}

template <class To, class From> constexpr To rounded(From x, rounding_mode mode) {
  To nearest = static_cast<To>(x);
  int off = rounded_by(nearest, x);
  bool down = mode == rounding_mode::rtn || (mode == rounding_mode::rtz && x > From(0));
  bool up = mode == rounding_mode::rtp || (mode == rounding_mode::rtz && x < From(0));
  if (off > 0 && down)
    return neighbour(nearest, false);
  if (off < 0 && up)
    return neighbour(nearest, true);
  return nearest;
}

// half as the compiler's type: a constant expression, and without the detour over float.
template <class T> constexpr auto plain(T x) {
  if constexpr (std::is_same_v<T, half>)
    return x.native();
  else if constexpr (std::is_same_v<T, std::byte>)
    return static_cast<unsigned char>(x);
  else
    return x;
}

// To integers, what does not fit is undefined (as in C++).
template <class To, rounding_mode Mode, class From> constexpr To convert_element(From from) {
  auto x = plain(from);
  constexpr bool from_float = is_genfloat<From>, to_float = is_genfloat<To>;
  using To_ = decltype(plain(To()));
  if constexpr (from_float && !to_float) {
    using wide = std::conditional_t<std::is_same_v<From, half>, float, decltype(x)>;
    wide y = x;
    if constexpr (Mode == rounding_mode::rte || Mode == rounding_mode::automatic)
      y = __builtin_elementwise_roundeven(y);
    else if constexpr (Mode == rounding_mode::rtp)
      y = __builtin_elementwise_ceil(y);
    else if constexpr (Mode == rounding_mode::rtn)
      y = __builtin_elementwise_floor(y);
    return static_cast<To>(y);
  } else if constexpr (to_float &&
                       (Mode == rounding_mode::rtz || Mode == rounding_mode::rtp || Mode == rounding_mode::rtn) &&
                       (!from_float || sizeof(From) > sizeof(To))) {
    return rounded<To_>(x, Mode);
  } else {
    return static_cast<To>(static_cast<To_>(x));
  }
}

} // namespace detail
} // namespace sycl
