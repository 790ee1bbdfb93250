// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::half, IEEE 754 binary16 (SYCL 2020, 4.14.1 and 4.17.5). Every operation of two halfs rounds to half at once, on
// the host as on devices: the compiler's excess precision does not reach beyond one operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace sycl {

// 2 bytes, trivially copyable. Converts implicitly from arithmetic types (rounded to nearest even) and to float
// (exact).
class half {
public:
  half() = default;
  constexpr half(_Float16 x) : value(x) {}
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  constexpr half(T x) : value(static_cast<_Float16>(x)) {}
  constexpr operator float() const { return static_cast<float>(value); }

  // The compiler's own type, for which vectors exist.
  constexpr _Float16 native() const { return value; }

  template <class T> constexpr half &operator+=(const T &x) { return *this = half(*this + x); }
  template <class T> constexpr half &operator-=(const T &x) { return *this = half(*this - x); }
  template <class T> constexpr half &operator*=(const T &x) { return *this = half(*this * x); }
  template <class T> constexpr half &operator/=(const T &x) { return *this = half(*this / x); }
  constexpr half &operator++() { return *this += half(1); }
  constexpr half &operator--() { return *this -= half(1); }
  constexpr half operator++(int) {
    half old = *this;
    ++*this;
    return old;
  }
  constexpr half operator--(int) {
    half old = *this;
    --*this;
    return old;
  }
  constexpr half operator-() const { return half(static_cast<_Float16>(-value)); }
  constexpr half operator+() const { return *this; }

private:
  _Float16 value;
};

namespace detail {
// What traits derive from whose result is T.
template <class T> struct type_is {
  using type = T;
};
// The type of the value of an operand of type A.
template <class A> struct operand_of : type_is<A> {};
template <class A> using operand_t = typename operand_of<A>::type;
// The type that an operation of A and B is computed in, at least one of which is half: the usual arithmetic
// conversions, where half is the floating-point type of the lowest rank. No type for others.
template <class A, class B> constexpr auto half_operation() {
  constexpr bool half_a = std::is_same_v<A, half>, half_b = std::is_same_v<B, half>;
  if constexpr (half_a && (half_b || std::is_integral_v<B>))
    return half();
  else if constexpr (half_b && std::is_integral_v<A>)
    return half();
  else if constexpr (half_a && std::is_floating_point_v<B>)
    return B();
  else if constexpr (half_b && std::is_floating_point_v<A>)
    return A();
}
template <class A, class B, class R = decltype(half_operation<operand_t<A>, operand_t<B>>())>
using half_operation_t = std::enable_if_t<!std::is_void_v<R>, R>;

// What numeric_limits says of every floating-point type.
struct limits_of_float {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
  static constexpr bool has_denorm_loss = false, is_bounded = true, is_modulo = false;
  static constexpr bool traps = false, tinyness_before = false;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2;
};

constexpr _Float16 native_value(half x) { return x.native(); }
template <class T> constexpr T native_value(T x) { return x; }
} // namespace detail

#define SYCL_FUSE_HALF_OPERATOR(op)                                                                                    \
  template <class A, class B, class R = detail::half_operation_t<A, B>> constexpr R operator op(A a, B b) {            \
    auto x = detail::native_value(static_cast<R>(a)), y = detail::native_value(static_cast<R>(b));                     \
    return static_cast<R>(static_cast<decltype(x)>(x op y));                                                           \
  }
#define SYCL_FUSE_HALF_COMPARISON(op)                                                                                  \
  template <class A, class B, class R = detail::half_operation_t<A, B>> constexpr bool operator op(A a, B b) {         \
    return detail::native_value(static_cast<R>(a)) op detail::native_value(static_cast<R>(b));                         \
  }
SYCL_FUSE_HALF_OPERATOR(+)
SYCL_FUSE_HALF_OPERATOR(-)
SYCL_FUSE_HALF_OPERATOR(*)
SYCL_FUSE_HALF_OPERATOR(/)
SYCL_FUSE_HALF_COMPARISON(==)
SYCL_FUSE_HALF_COMPARISON(!=)
SYCL_FUSE_HALF_COMPARISON(<)
SYCL_FUSE_HALF_COMPARISON(>)
SYCL_FUSE_HALF_COMPARISON(<=)
SYCL_FUSE_HALF_COMPARISON(>=)
#undef SYCL_FUSE_HALF_OPERATOR
#undef SYCL_FUSE_HALF_COMPARISON

} // namespace sycl

template <> struct std::numeric_limits<sycl::half> : sycl::detail::limits_of_float {
  static constexpr bool is_iec559 = true;
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5;
  static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;

  static constexpr sycl::half min() noexcept { return 0x1p-14f; }
  static constexpr sycl::half max() noexcept { return 65504.0f; }
  static constexpr sycl::half lowest() noexcept { return -65504.0f; }
  static constexpr sycl::half epsilon() noexcept { return 0x1p-10f; }
  static constexpr sycl::half round_error() noexcept { return 0.5f; }
  static constexpr sycl::half infinity() noexcept { return __builtin_huge_valf(); }
  static constexpr sycl::half quiet_NaN() noexcept {
    return __builtin_bit_cast(_Float16, static_cast<unsigned short>(0x7e00));
  }
  static constexpr sycl::half signaling_NaN() noexcept {
    return __builtin_bit_cast(_Float16, static_cast<unsigned short>(0x7d00));
  }
  static constexpr sycl::half denorm_min() noexcept { return 0x1p-24f; }
};

// Equal values have equal hashes, the two zeros too.
template <> struct std::hash<sycl::half> {
  std::size_t operator()(sycl::half x) const noexcept {
    return std::hash<std::uint16_t>()(x == 0 ? std::uint16_t(0) : __builtin_bit_cast(std::uint16_t, x));
  }
};
