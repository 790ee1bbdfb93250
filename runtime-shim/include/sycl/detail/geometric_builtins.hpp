// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometric functions (SYCL 2020, 4.17.8) of scalars, and of vec, swizzles and marray of 2 to 4 float, double or half.
// length, distance and normalize neither overflow nor underflow on the way (OpenCL C 3.0, 6.15.5); the fast_ ones may.
#pragma once

#include "sycl/detail/math_builtins.hpp"

namespace sycl {
namespace detail {

template <class R> constexpr bool is_geometric() {
  if constexpr (has_shape<R>)
    return is_float_type<R> && R::size() <= 4;
  else
    return is_float_type<R>;
}
template <class... A> using geometric_t = std::enable_if_t<is_geometric<builtin_type_t<A...>>(), builtin_type_t<A...>>;

template <class A> constexpr int elements_in() {
  if constexpr (has_shape<A>)
    return static_cast<int>(A::size());
  else
    return 1;
}
// half in float.
template <class A> auto wide_element(const A &a, int i) {
  return static_cast<wide_t<element_t<A>>>(element(a, static_cast<std::size_t>(i)));
}
template <class A> auto wide_dot(const A &a, const A &b) {
  auto sum = wide_element(a, 0) * wide_element(b, 0);
  for (int i = 1; i < elements_in<A>(); ++i)
    sum += wide_element(a, i) * wide_element(b, i);
  return sum;
}

// A power of two that the elements are multiplied by, so that no square leaves the range.
template <class A> auto safe_scale(const A &a) {
  using W = wide_t<element_t<A>>;
  W most = 0;
  for (int i = 0; i < elements_in<A>(); ++i)
    most = math::fmax(most, math::abs(wide_element(a, i)));
  constexpr int quarter = math::bias<W> / 2 - 4, shift = math::bias<W> * 3 / 4 - 5;
  return most > math::power_of_two<W>(quarter)        ? math::power_of_two<W>(-shift)
         : most < math::power_of_two<W>(-quarter / 2) ? math::power_of_two<W>(shift)
                                                      : W(1);
}
template <class A, class W> W scaled_square(const A &a, W scale) {
  W sum = 0;
  for (int i = 0; i < elements_in<A>(); ++i)
    sum += (wide_element(a, i) * scale) * (wide_element(a, i) * scale);
  return sum;
}
template <class A> bool any_infinite(const A &a) {
  bool result = false;
  for (int i = 0; i < elements_in<A>(); ++i)
    result |= math::is_inf(wide_element(a, i));
  return result;
}

} // namespace detail

// For 3 or 4 elements; the fourth of the result is 0.
template <class A, class B, class R = detail::geometric_t<A, B>> R cross(const A &a, const B &b) {
  static_assert(detail::elements_in<R>() >= 3, "cross takes vectors of 3 or 4 elements");
  R p = a, q = b, r{};
  auto minor = [&p, &q](int i, int j) {
    return detail::wide_element(p, i) * detail::wide_element(q, j) -
           detail::wide_element(p, j) * detail::wide_element(q, i);
  };
  r[0] = minor(1, 2);
  r[1] = minor(2, 0);
  r[2] = minor(0, 1);
  return r;
}
template <class A, class B, class R = detail::geometric_t<A, B>> detail::element_t<R> dot(const A &a, const B &b) {
  return static_cast<detail::element_t<R>>(detail::wide_dot<R>(a, b));
}
template <class A, class R = detail::geometric_t<A>> detail::element_t<R> length(const A &a) {
  R v = a;
  auto scale = detail::safe_scale(v);
  auto root = __builtin_elementwise_sqrt(detail::scaled_square(v, scale)) / scale;
  // An infinity wins over NaN, as in hypot.
  return static_cast<detail::element_t<R>>(detail::any_infinite(v) ? detail::math::inf<decltype(root)>() : root);
}
template <class A, class B, class R = detail::geometric_t<A, B>> detail::element_t<R> distance(const A &a, const B &b) {
  return sycl::length(R(R(a) - R(b)));
}
// 0 stays itself; infinite elements count as ±1, the others as 0 then.
template <class A, class R = detail::geometric_t<A>> R normalize(const A &a) {
  R v = a;
  if (detail::any_infinite(v)) {
    auto f = [](auto x) {
      using W = decltype(x);
      return detail::math::is_inf(x) ? detail::math::copysign(W(1), x) : W(0) * x;
    };
    v = detail::map_math<R>(f, v);
  }
  auto scale = detail::safe_scale(v);
  auto root = __builtin_elementwise_sqrt(detail::scaled_square(v, scale));
  if (root == 0)
    return v;
  return detail::map_math<R>([scale, root](auto x) { return (x * scale) / root; }, v);
}

template <class A, class R = detail::geometric_t<A>> detail::element_t<R> fast_length(const A &a) {
  return static_cast<detail::element_t<R>>(__builtin_elementwise_sqrt(detail::wide_dot<R>(a, a)));
}
template <class A, class B, class R = detail::geometric_t<A, B>>
detail::element_t<R> fast_distance(const A &a, const B &b) {
  return sycl::fast_length(R(R(a) - R(b)));
}
template <class A, class R = detail::geometric_t<A>> R fast_normalize(const A &a) {
  R v = a;
  auto square = detail::wide_dot<R>(v, v);
  if (square == 0)
    return v;
  auto inverse = 1 / __builtin_elementwise_sqrt(square);
  return detail::map_math<R>([inverse](auto x) { return x * inverse; }, v);
}

} // namespace sycl
