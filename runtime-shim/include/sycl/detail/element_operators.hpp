// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relations and logic of swizzles of one element with each other and with scalars (SYCL 2020, 4.14.2.4): a vec of one
// element, -1 for true, which counts as a scalar in everything else. Other operators of such swizzles are those of
// their values. Scalars keep their type: v.x() < 0.5 compares as double.
#pragma once

#include "sycl/detail/vec_swizzle.hpp"

namespace sycl {
namespace detail {

// Logic of it is the language's: the right operand of && and || is evaluated only where it counts.
template <class R> class element_truth : public vec<R, 1> {
public:
  explicit constexpr element_truth(bool b) : vec<R, 1>(static_cast<R>(-static_cast<int>(b))) {}
  // Not trivial, as swizzled_vec's.
  constexpr element_truth(const element_truth &other) : vec<R, 1>(other) {}
  element_truth &operator=(const element_truth &) = default;
};
template <class R> struct element_of<element_truth<R>> : type_is<R> {};

template <class V> using truth_of = element_truth<int_of_size<sizeof(typename V::element_type)>>;

template <class V, class B>
inline constexpr bool is_scalar_operand =
    std::is_arithmetic_v<B> || std::is_same_v<B, half> || std::is_same_v<B, typename V::element_type>;
template <class V, class B> using if_scalar = std::enable_if_t<is_scalar_operand<V, B>, int>;
// bool is what other conditions are, beside which a swizzle is one more.
template <class V, class B>
using if_logical = std::enable_if_t<
    is_scalar_operand<V, B> && (!std::is_same_v<B, bool> || std::is_same_v<bool, typename V::element_type>), int>;

#define SYCL_FUSE_ELEMENT_OPERATOR(op, condition)                                                                      \
  template <class V, int I, class W, int J>                                                                            \
  constexpr truth_of<V> operator op(const swizzled_vec<V, I> &a, const swizzled_vec<W, J> &b) {                        \
    return truth_of<V>(a.element_at(0) op b.element_at(0));                                                            \
  }                                                                                                                    \
  template <class V, int I, class B, condition<V, B> = 0>                                                              \
  constexpr truth_of<V> operator op(const swizzled_vec<V, I> &a, const B &b) {                                         \
    return truth_of<V>(a.element_at(0) op b);                                                                          \
  }                                                                                                                    \
  template <class V, int I, class B, condition<V, B> = 0>                                                              \
  constexpr truth_of<V> operator op(const B &b, const swizzled_vec<V, I> &a) {                                         \
    return truth_of<V>(b op a.element_at(0));                                                                          \
  }
SYCL_FUSE_ELEMENT_OPERATOR(==, if_scalar)
SYCL_FUSE_ELEMENT_OPERATOR(!=, if_scalar)
SYCL_FUSE_ELEMENT_OPERATOR(<, if_scalar)
SYCL_FUSE_ELEMENT_OPERATOR(>, if_scalar)
SYCL_FUSE_ELEMENT_OPERATOR(<=, if_scalar)
SYCL_FUSE_ELEMENT_OPERATOR(>=, if_scalar)
SYCL_FUSE_ELEMENT_OPERATOR(&&, if_logical)
SYCL_FUSE_ELEMENT_OPERATOR(||, if_logical)
#undef SYCL_FUSE_ELEMENT_OPERATOR

template <class V, int I> constexpr truth_of<V> operator!(const swizzled_vec<V, I> &a) {
  return truth_of<V>(!a.element_at(0));
}

// Signs of what is a class: the language's own operators, which an element of another type converts for, do not take
// it.
template <class V, int I, std::enable_if_t<std::is_class_v<typename V::element_type>, int> = 0>
constexpr auto operator+(const swizzled_vec<V, I> &a) {
  return +a.element_at(0);
}
template <class V, int I, std::enable_if_t<std::is_class_v<typename V::element_type>, int> = 0>
constexpr auto operator-(const swizzled_vec<V, I> &a) {
  return -a.element_at(0);
}

// Two conditions, of any widths or bool, are equal if they say the same.
template <class T> inline constexpr bool is_truth = false;
template <class R> inline constexpr bool is_truth<element_truth<R>> = true;
template <class A, class B>
using if_conditions = std::enable_if_t<(is_truth<A> && is_truth<B>) || (is_truth<A> && std::is_same_v<B, bool>) ||
                                           (std::is_same_v<A, bool> && is_truth<B>),
                                       int>;
template <class A, class B, if_conditions<A, B> = 0> constexpr bool operator==(const A &a, const B &b) {
  return static_cast<bool>(a) == static_cast<bool>(b);
}
template <class A, class B, if_conditions<A, B> = 0> constexpr bool operator!=(const A &a, const B &b) {
  return !(a == b);
}

} // namespace detail
} // namespace sycl
