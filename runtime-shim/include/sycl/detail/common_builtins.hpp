// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common functions (SYCL 2020, 4.17.7) of float, double and half, and max, min and clamp of integers (4.17.6).
#pragma once

#include "sycl/detail/math_builtins.hpp"

namespace sycl {

namespace detail {
// Scalars beside a vector.
template <class A, class... Edges> inline constexpr bool is_edge_of = has_shape<A> && !(has_shape<Edges> || ...);
} // namespace detail

// y if x < y; one of them is NaN: undefined.
template <class A, class B, class R = detail::number_t<A, B>> constexpr R max(const A &a, const B &b) {
  using T = detail::element_t<R>;
  auto f = [](T x, T y) { return x < y ? y : x; };
  return detail::map<R>(f, a, b);
}
template <class A, class B, class R = detail::number_t<A, B>> constexpr R min(const A &a, const B &b) {
  using T = detail::element_t<R>;
  auto f = [](T x, T y) { return y < x ? y : x; };
  return detail::map<R>(f, a, b);
}
// Undefined if low > high.
template <class A, class B, class C, class R = detail::number_t<A, B, C>>
constexpr R clamp(const A &a, const B &low, const C &high) {
  return sycl::min(sycl::max(R(a), low), high);
}

template <class A, class R = detail::float_t<A>> R degrees(const A &a) {
  auto f = [](auto x) { return x * static_cast<decltype(x)>(57.2957795130823208767981548141051703L); };
  return detail::map_math<R>(f, a);
}
template <class A, class R = detail::float_t<A>> R radians(const A &a) {
  auto f = [](auto x) { return x * static_cast<decltype(x)>(0.0174532925199432957692369076848861271L); };
  return detail::map_math<R>(f, a);
}
// x + (y - x) * a
template <class X, class Y, class A, class R = detail::float_t<X, Y, A>> R mix(const X &x, const Y &y, const A &a) {
  auto f = [](auto p, auto q, auto t) { return p + (q - p) * t; };
  return detail::map_math<R>(f, x, y, a);
}
// One edge for all elements has an overload of its own, whose first template argument is the vector's type, as the
// standard has it.
template <class E, class A, class R = detail::float_t<E, A>>
std::enable_if_t<!detail::is_edge_of<A, E>, R> step(const E &edge, const A &a) {
  auto f = [](auto e, auto x) { return static_cast<decltype(x)>(x < e ? 0 : 1); };
  return detail::map_math<R>(f, edge, a);
}
template <class A, class R = detail::float_t<A>>
std::enable_if_t<detail::has_shape<A>, R> step(detail::element_t<A> edge, const A &a) {
  return sycl::step(R(edge), a);
}
// 0 up to low, 1 from high on, between them a cubic without bends. By the formula of SYCL 2020, 4.17.7, in the type of
// the arguments: of half, too, each operation rounds.
template <class L, class H, class A, class R = detail::float_t<L, H, A>>
std::enable_if_t<!detail::is_edge_of<A, L, H>, R> smoothstep(const L &low, const H &high, const A &a) {
  using T = detail::element_t<R>;
  auto f = [](const auto &e0, const auto &e1, const auto &x) {
    T t = (T(x) - T(e0)) / (T(e1) - T(e0));
    t = t < T(0) ? T(0) : t > T(1) ? T(1) : t;
    return t * t * (T(3) - T(2) * t);
  };
  return detail::map<R>(f, low, high, a);
}
template <class A, class R = detail::float_t<A>>
std::enable_if_t<detail::has_shape<A>, R> smoothstep(detail::element_t<A> low, detail::element_t<A> high, const A &a) {
  return sycl::smoothstep(R(low), R(high), a);
}
// 1 or -1, zeros themselves, 0 for NaN.
template <class A, class R = detail::float_t<A>> R sign(const A &a) {
  auto f = [](auto x) {
    using T = decltype(x);
    return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0);
  };
  return detail::map_math<R>(f, a);
}

} // namespace sycl
