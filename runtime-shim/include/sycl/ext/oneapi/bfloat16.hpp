// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_bfloat16: the upper half of a float. Computed in float, rounded to nearest even at every operator.
#pragma once

#include "sycl/half_type.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace sycl::ext::oneapi {

namespace detail {
constexpr std::uint16_t round_to_bfloat16(float x) {
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  if (x != x)
    return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
// A float on its way to bfloat16: its last bit keeps what x loses, so that the next rounding is correct.
constexpr float round_to_odd(double x) {
  const float f = static_cast<float>(x);
  auto bits = __builtin_bit_cast(std::uint32_t, f);
  const double back = static_cast<double>(f);
  if (x != x || back == x)
    return f;
  if (x < 0 ? back < x : back > x)
    --bits;
  return __builtin_bit_cast(float, bits | 1);
}
template <class T> constexpr float for_bfloat16(T x) {
  if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
    const bool negative = x < 0;
    auto size = static_cast<std::uint64_t>(x);
    size = negative ? 0 - size : size;
    // The twelfth bit stands for the eleven below it, which a double cannot hold.
    const double d = static_cast<double>(size >> 11 | ((size & 0x7ff) != 0)) * 2048;
    return round_to_odd(negative ? -d : d);
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, half>) {
    return x;
  } else {
    return round_to_odd(static_cast<double>(x));
  }
}
} // namespace detail

class bfloat16 {
  template <class T>
  using enable_number = std::enable_if_t<std::is_convertible_v<T, float> && !std::is_same_v<T, bfloat16>>;

public:
  bfloat16() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>>
  constexpr bfloat16(T x) : bits_(detail::round_to_bfloat16(detail::for_bfloat16(x))) {}
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>>
  constexpr bfloat16 &operator=(T x) {
    return *this = bfloat16(x);
  }
  constexpr operator float() const { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16); }
  constexpr operator half() const { return half(static_cast<float>(*this)); }
  constexpr explicit operator bool() const { return static_cast<float>(*this) != 0; }

  friend constexpr bfloat16 operator-(bfloat16 x) { return from_bits(static_cast<std::uint16_t>(x.bits_ ^ 0x8000)); }
  friend constexpr bfloat16 operator+(bfloat16 x) { return x; }
  friend constexpr bfloat16 &operator++(bfloat16 &x) { return x += bfloat16(1); }
  friend constexpr bfloat16 &operator--(bfloat16 &x) { return x -= bfloat16(1); }
  friend constexpr bfloat16 operator++(bfloat16 &x, int) {
    const bfloat16 old = x;
    ++x;
    return old;
  }
  friend constexpr bfloat16 operator--(bfloat16 &x, int) {
    const bfloat16 old = x;
    --x;
    return old;
  }
  // An operand of another type of number is converted to float first.
#define SYCL_FUSE_BFLOAT16_OPERATOR(op)                                                                                \
  friend constexpr bfloat16 operator op(bfloat16 x, bfloat16 y) {                                                      \
    return static_cast<float>(x) op static_cast<float>(y);                                                             \
  }                                                                                                                    \
  template <class T, class = enable_number<T>> friend constexpr bfloat16 operator op(bfloat16 x, T y) {                \
    return static_cast<float>(x) op static_cast<float>(y);                                                             \
  }                                                                                                                    \
  template <class T, class = enable_number<T>> friend constexpr bfloat16 operator op(T x, bfloat16 y) {                \
    return static_cast<float>(x) op static_cast<float>(y);                                                             \
  }                                                                                                                    \
  template <class T> friend constexpr bfloat16 &operator op## = (bfloat16 & x, const T &y) {                           \
    return x = bfloat16(static_cast<float>(x) op static_cast<float>(y));                                               \
  }
#define SYCL_FUSE_BFLOAT16_COMPARISON(op)                                                                              \
  friend constexpr bool operator op(bfloat16 x, bfloat16 y) { return static_cast<float>(x) op static_cast<float>(y); } \
  template <class T, class = enable_number<T>> friend constexpr bool operator op(bfloat16 x, T y) {                    \
    return static_cast<float>(x) op static_cast<float>(y);                                                             \
  }                                                                                                                    \
  template <class T, class = enable_number<T>> friend constexpr bool operator op(T x, bfloat16 y) {                    \
    return static_cast<float>(x) op static_cast<float>(y);                                                             \
  }
  SYCL_FUSE_BFLOAT16_OPERATOR(+)
  SYCL_FUSE_BFLOAT16_OPERATOR(-)
  SYCL_FUSE_BFLOAT16_OPERATOR(*)
  SYCL_FUSE_BFLOAT16_OPERATOR(/)
  SYCL_FUSE_BFLOAT16_COMPARISON(==)
  SYCL_FUSE_BFLOAT16_COMPARISON(!=)
  SYCL_FUSE_BFLOAT16_COMPARISON(<)
  SYCL_FUSE_BFLOAT16_COMPARISON(>)
  SYCL_FUSE_BFLOAT16_COMPARISON(<=)
  SYCL_FUSE_BFLOAT16_COMPARISON(>=)
#undef SYCL_FUSE_BFLOAT16_OPERATOR
#undef SYCL_FUSE_BFLOAT16_COMPARISON

  // Not for users.
  static constexpr bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 x{};
    x.bits_ = bits;
    return x;
  }

private:
  std::uint16_t bits_;
};

} // namespace sycl::ext::oneapi

template <> struct std::numeric_limits<sycl::ext::oneapi::bfloat16> : sycl::detail::limits_of_float {
  using T = sycl::ext::oneapi::bfloat16;
  static constexpr bool is_iec559 = false;
  static constexpr int digits = 8, digits10 = 2, max_digits10 = 4;
  static constexpr int min_exponent = -125, min_exponent10 = -37, max_exponent = 128, max_exponent10 = 38;

  static constexpr T min() noexcept { return T::from_bits(0x0080); }
  static constexpr T max() noexcept { return T::from_bits(0x7f7f); }
  static constexpr T lowest() noexcept { return T::from_bits(0xff7f); }
  static constexpr T epsilon() noexcept { return T::from_bits(0x3c00); }
  static constexpr T round_error() noexcept { return T::from_bits(0x3f00); }
  static constexpr T infinity() noexcept { return T::from_bits(0x7f80); }
  static constexpr T quiet_NaN() noexcept { return T::from_bits(0x7fc0); }
  static constexpr T signaling_NaN() noexcept { return T::from_bits(0x7fa0); }
  static constexpr T denorm_min() noexcept { return T::from_bits(0x0001); }
};

template <> struct std::hash<sycl::ext::oneapi::bfloat16> {
  std::size_t operator()(sycl::ext::oneapi::bfloat16 x) const noexcept { return std::hash<float>()(x); }
};
