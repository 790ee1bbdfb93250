// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions (SYCL 2020, 4.17.6) of all integer types but bool; max, min and clamp are in common_builtins.hpp.
#pragma once

#include "sycl/marray.hpp"
#include "sycl/vec.hpp"

#include <limits>

namespace sycl {
namespace detail {
namespace integer {

template <class T> inline constexpr int width = sizeof(T) * 8;

template <class T> constexpr T abs_diff(T x, T y) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(x < y ? U(y) - U(x) : U(x) - U(y));
}
template <class T> constexpr T hadd(T x, T y) { return static_cast<T>((x >> 1) + (y >> 1) + (x & y & 1)); }
template <class T> constexpr T rhadd(T x, T y) { return static_cast<T>((x >> 1) + (y >> 1) + ((x | y) & 1)); }
template <class T> T add_sat(T x, T y) { return __builtin_elementwise_add_sat(x, y); }
template <class T> T sub_sat(T x, T y) { return __builtin_elementwise_sub_sat(x, y); }

constexpr std::uint64_t mul_hi_64(std::uint64_t x, std::uint64_t y) {
  std::uint64_t a = x >> 32, b = x & 0xffffffff, c = y >> 32, d = y & 0xffffffff;
  std::uint64_t low = b * d, middle = a * d + (low >> 32), other = b * c + (middle & 0xffffffff);
  return a * c + (middle >> 32) + (other >> 32);
}
// The upper half of the product of twice the width.
template <class T> constexpr T mul_hi(T x, T y) {
  if constexpr (sizeof(T) < 8)
    return static_cast<T>((static_cast<std::int64_t>(x) * static_cast<std::int64_t>(y)) >> width<T>);
  else {
    using U = std::uint64_t;
    U high = mul_hi_64(static_cast<U>(x), static_cast<U>(y));
    if constexpr (std::is_signed_v<T>)
      high -= (x < 0 ? static_cast<U>(y) : 0) + (y < 0 ? static_cast<U>(x) : 0);
    return static_cast<T>(high);
  }
}
template <> constexpr std::uint32_t mul_hi(std::uint32_t x, std::uint32_t y) {
  return static_cast<std::uint32_t>((std::uint64_t(x) * y) >> 32);
}
template <class T> constexpr T mad_hi(T x, T y, T z) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(mul_hi(x, y)) + static_cast<U>(z));
}
// In twice the width: the upper half tells whether the sum fits.
template <class T> constexpr T mad_sat(T x, T y, T z) {
  using U = std::make_unsigned_t<T>;
  U low = static_cast<U>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y)), sum = low + static_cast<U>(z);
  T high = static_cast<T>(static_cast<U>(mul_hi(x, y)) + U(sum < low) + (z < 0 ? U(-1) : U(0)));
  if constexpr (std::is_signed_v<T>) {
    if (high == (static_cast<T>(sum) < 0 ? T(-1) : T(0)))
      return static_cast<T>(sum);
    return high < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
  } else
    return high == 0 ? static_cast<T>(sum) : std::numeric_limits<T>::max();
}
// The width for 0.
template <class T> constexpr T clz(T x) {
  return static_cast<T>(__builtin_clzg(static_cast<std::make_unsigned_t<T>>(x), width<T>));
}
template <class T> constexpr T ctz(T x) {
  return static_cast<T>(__builtin_ctzg(static_cast<std::make_unsigned_t<T>>(x), width<T>));
}
template <class T> constexpr T popcount(T x) {
  return static_cast<T>(__builtin_popcountg(static_cast<std::make_unsigned_t<T>>(x)));
}
// To the left, by y modulo the width.
template <class T> constexpr T rotate(T x, T y) {
  using U = std::make_unsigned_t<T>;
  unsigned by = static_cast<unsigned>(y) & (width<T> - 1);
  return static_cast<T>(static_cast<U>(static_cast<U>(x) << by) |
                        static_cast<U>(static_cast<U>(x) >> (-by & (width<T> - 1))));
}

// The integer of twice the width and T's sign.
template <class T>
using twice_t = std::conditional_t<std::is_signed_v<T>, int_of_size<sizeof(T) * 2>, uint_of_size<sizeof(T) * 2>>;

} // namespace integer
} // namespace detail

#define SYCL_FUSE_INTEGER_1(name)                                                                                      \
  template <class A, class R = detail::integer_t<A>> constexpr R name(const A &a) {                                    \
    return detail::map<R>([](detail::element_t<R> x) { return detail::integer::name(x); }, a);                         \
  }
#define SYCL_FUSE_INTEGER_2(name)                                                                                      \
  template <class A, class B, class R = detail::integer_t<A, B>> constexpr R name(const A &a, const B &b) {            \
    using T = detail::element_t<R>;                                                                                    \
    return detail::map<R>([](T x, T y) { return detail::integer::name(x, y); }, a, b);                                 \
  }
#define SYCL_FUSE_INTEGER_3(name)                                                                                      \
  template <class A, class B, class C, class R = detail::integer_t<A, B, C>>                                           \
  constexpr R name(const A &a, const B &b, const C &c) {                                                               \
    using T = detail::element_t<R>;                                                                                    \
    return detail::map<R>([](T x, T y, T z) { return detail::integer::name(x, y, z); }, a, b, c);                      \
  }
SYCL_FUSE_INTEGER_1(clz)
SYCL_FUSE_INTEGER_1(ctz)
SYCL_FUSE_INTEGER_1(popcount)
SYCL_FUSE_INTEGER_2(abs_diff)
SYCL_FUSE_INTEGER_2(add_sat)
SYCL_FUSE_INTEGER_2(hadd)
SYCL_FUSE_INTEGER_2(mul_hi)
SYCL_FUSE_INTEGER_2(rhadd)
SYCL_FUSE_INTEGER_2(rotate)
SYCL_FUSE_INTEGER_2(sub_sat)
SYCL_FUSE_INTEGER_3(mad_hi)
SYCL_FUSE_INTEGER_3(mad_sat)
#undef SYCL_FUSE_INTEGER_1
#undef SYCL_FUSE_INTEGER_2
#undef SYCL_FUSE_INTEGER_3

// The absolute value of an integer, which for the lowest one is itself. For floating point: fabs.
template <class A, class R = detail::number_t<A>> constexpr R abs(const A &a) {
  auto f = [](detail::element_t<R> x) {
    using T = decltype(x);
    if constexpr (!std::is_integral_v<T>)
      return static_cast<T>(__builtin_elementwise_abs(detail::plain(x)));
    else if constexpr (std::is_signed_v<T>)
      return static_cast<T>(x < 0 ? std::make_unsigned_t<T>(0) - static_cast<std::make_unsigned_t<T>>(x)
                                  : static_cast<std::make_unsigned_t<T>>(x));
    else
      return x;
  };
  return detail::map<R>(f, a);
}

// For 32-bit integers whose values have 24 bits.
template <class A, class B, class R = detail::integer_t<A, B>> constexpr R mul24(const A &a, const B &b) {
  using T = detail::element_t<R>;
  static_assert(sizeof(T) == 4, "mul24 takes 32-bit integers");
  return detail::map<R>([](T x, T y) { return static_cast<T>(std::uint32_t(x) * std::uint32_t(y)); }, a, b);
}
template <class A, class B, class C, class R = detail::integer_t<A, B, C>>
constexpr R mad24(const A &a, const B &b, const C &c) {
  using T = detail::element_t<R>;
  static_assert(sizeof(T) == 4, "mad24 takes 32-bit integers");
  auto f = [](T x, T y, T z) { return static_cast<T>(std::uint32_t(x) * std::uint32_t(y) + std::uint32_t(z)); };
  return detail::map<R>(f, a, b, c);
}

// high and low next to each other, in the integer of twice the width. low is unsigned.
template <class A, class B, class H = detail::integer_t<A>, class L = detail::integer_t<B>,
          class R = detail::with_element_t<H, detail::integer::twice_t<detail::element_t<H>>>>
constexpr R upsample(const A &high, const B &low) {
  using T = detail::element_t<H>;
  using U = std::make_unsigned_t<T>;
  using Wide = detail::element_t<R>;
  static_assert(std::is_same_v<detail::element_t<L>, U> && sizeof(T) < 8,
                "upsample takes T and its unsigned type, up to 32 bits");
  auto f = [](T h, U l) {
    using UWide = std::make_unsigned_t<Wide>;
    return static_cast<Wide>(static_cast<UWide>(static_cast<UWide>(h) << (sizeof(T) * 8)) | l);
  };
  return detail::map<R>(f, high, low);
}

} // namespace sycl
