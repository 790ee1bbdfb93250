// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational functions (SYCL 2020, 4.17.9). Of scalars they return bool, of marray marrays of bool, of vec integers of
// the elements' size: -1 for true, 0 for false.
#pragma once

#include "sycl/detail/math_builtins.hpp"

namespace sycl {

// For NaN all are false but isnotequal and isunordered.
#define SYCL_FUSE_RELATIONAL_2(name, ...)                                                                              \
  template <class A, class B, class R = detail::float_t<A, B>> detail::relation_t<R> name(const A &a, const B &b) {    \
    using T = detail::element_t<R>;                                                                                    \
    using Result = detail::relation_t<R>;                                                                              \
    return detail::map<Result>([](T x, T y) { return detail::truth<Result>(__VA_ARGS__); }, a, b);                     \
  }
#define SYCL_FUSE_RELATIONAL_1(name, ...)                                                                              \
  template <class A, class R = detail::float_t<A>> detail::relation_t<R> name(const A &a) {                            \
    using Result = detail::relation_t<R>;                                                                              \
    return detail::map<Result>(                                                                                        \
        [](detail::element_t<R> e) {                                                                                   \
          auto x = detail::plain(e);                                                                                   \
          return detail::truth<Result>(__VA_ARGS__);                                                                   \
        },                                                                                                             \
        a);                                                                                                            \
  }
SYCL_FUSE_RELATIONAL_2(isequal, x == y)
SYCL_FUSE_RELATIONAL_2(isnotequal, x != y)
SYCL_FUSE_RELATIONAL_2(isgreater, x > y)
SYCL_FUSE_RELATIONAL_2(isgreaterequal, x >= y)
SYCL_FUSE_RELATIONAL_2(isless, x < y)
SYCL_FUSE_RELATIONAL_2(islessequal, x <= y)
SYCL_FUSE_RELATIONAL_2(islessgreater, x<y || x> y)
SYCL_FUSE_RELATIONAL_2(isordered, x == x && y == y)
SYCL_FUSE_RELATIONAL_2(isunordered, x != x || y != y)
SYCL_FUSE_RELATIONAL_1(isfinite, detail::math::is_finite(x))
SYCL_FUSE_RELATIONAL_1(isinf, detail::math::is_inf(x))
SYCL_FUSE_RELATIONAL_1(isnan, detail::math::is_nan(x))
SYCL_FUSE_RELATIONAL_1(isnormal, detail::math::is_finite(x) &&
                                     (detail::math::magnitude(x) >> detail::math::mantissa_bits<decltype(x)>) != 0)
SYCL_FUSE_RELATIONAL_1(signbit, (detail::math::bits(x) & detail::math::sign_bit<decltype(x)>) != 0)
#undef SYCL_FUSE_RELATIONAL_1
#undef SYCL_FUSE_RELATIONAL_2

namespace detail {
// any, all and select look at the highest bit of integers, and at the value of bool.
template <class T> constexpr bool is_true(T x) {
  if constexpr (std::is_same_v<T, bool>)
    return x;
  else
    return (x >> (sizeof(T) * 8 - 1)) != 0;
}
template <class A> inline constexpr bool is_truth_type = std::is_integral_v<element_t<A>>;
template <class A> using any_result_t = std::conditional_t<is_vec<shape_t<A>>, int, bool>;
} // namespace detail

// True if any, or all, elements are; 1 or 0 for vec.
template <class A, class = std::enable_if_t<detail::is_truth_type<A>>> detail::any_result_t<A> any(const A &a) {
  bool result = false;
  if constexpr (detail::has_shape<A>)
    for (std::size_t i = 0; i < A::size(); ++i)
      result |= detail::is_true(a.element_at(i));
  else
    result = detail::is_true(a);
  return result;
}
template <class A, class = std::enable_if_t<detail::is_truth_type<A>>> detail::any_result_t<A> all(const A &a) {
  bool result = true;
  if constexpr (detail::has_shape<A>)
    for (std::size_t i = 0; i < A::size(); ++i)
      result &= detail::is_true(a.element_at(i));
  else
    result = detail::is_true(a);
  return result;
}

// Each bit: a's where that of c is 0, b's where it is 1.
template <class A, class B, class C, class R = detail::number_t<A, B, C>>
R bitselect(const A &a, const B &b, const C &c) {
  using T = detail::element_t<R>;
  auto f = [](T x, T y, T z) {
    using U = detail::uint_of_size<sizeof(T)>;
    U p = __builtin_bit_cast(U, x), q = __builtin_bit_cast(U, y), mask = __builtin_bit_cast(U, z);
    return __builtin_bit_cast(T, static_cast<U>((p & ~mask) | (q & mask)));
  };
  return detail::map<R>(f, a, b, c);
}

// Each element: a's where c is false, b's where it is true. c: bool for scalars, an marray of bool, or a vec of
// integers of the elements' size, the highest bit of which counts.
template <class A, class B, class C, class R = detail::number_t<A, B>,
          class = std::enable_if_t<detail::is_truth_type<C>>>
R select(const A &a, const B &b, const C &c) {
  using T = detail::element_t<R>;
  static_assert(detail::is_vec<R> ? sizeof(detail::element_t<C>) == sizeof(T) : true,
                "select needs integers as wide as the elements");
  auto f = [](T x, T y, detail::element_t<C> z) {
    if constexpr (detail::has_shape<R>)
      return detail::is_true(z) ? y : x;
    else
      return z ? y : x;
  };
  return detail::map<R>(f, a, b, c);
}

} // namespace sycl
