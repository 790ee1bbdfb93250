// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of vec, swizzles and marray with each other and with scalars (SYCL 2020, 4.14.2 and 4.14.3): one template
// for each. Scalars are converted to the element's type first. Swizzles of one element are in element_operators.hpp.
#pragma once

#include "sycl/detail/vec_shape.hpp"

namespace sycl {
namespace detail {

template <class R, class A> constexpr R as_shape(const A &a) {
  if constexpr (has_shape<A>)
    return a;
  else
    return R(static_cast<element_t<R>>(a));
}
// A reference to the compiler's vector of more than 64 bytes would promise more alignment than a vec has.
template <class R> constexpr bool uses_native_operators() {
  if constexpr (is_vec<R>)
    return R::size() > 1 && sizeof(R) <= 64 && has_native_operators<element_t<R>>;
  else
    return false;
}

// f(r, x…) sets r, for the compiler's vectors where there are such, else for each element. Vectors go by reference: by
// value they would depend on the instruction set.
template <class R, class F, class... A> constexpr R map_whole(F f, const A &...a) {
  if constexpr (uses_native_operators<R>()) {
    typename R::vector_t r{};
    f(r, as_shape<R>(a).native()...);
    return R(r);
  } else {
    auto one = [&f](const auto &...x) {
      element_t<R> r{};
      f(r, static_cast<element_t<R>>(x)...);
      return r;
    };
    return map<R>(one, a...);
  }
}
template <class R, class F, class... A> constexpr relation_t<R> relate(F f, const A &...a) {
  using Result = relation_t<R>;
  if constexpr (uses_native_operators<R>()) {
    typename Result::vector_t r{};
    f(r, as_shape<R>(a).native()...);
    return Result(r);
  } else {
    auto one = [&f](const auto &...x) {
      element_t<Result> r{};
      f(r, static_cast<element_t<R>>(x)...);
      return r;
    };
    return map<Result>(one, a...);
  }
}
template <class R, class C> constexpr void set_truth(R &r, const C &c) {
  if constexpr (!std::is_same_v<C, bool>)
    r = __builtin_bit_cast(R, c);
  else if constexpr (std::is_same_v<R, bool>)
    r = c;
  else
    r = static_cast<R>(-static_cast<int>(c));
}

} // namespace detail

#define SYCL_FUSE_BINARY_OPERATOR(op)                                                                                  \
  template <class A, class B, class R = detail::common_shape_t<A, B>>                                                  \
  constexpr R operator op(const A &a, const B &b) {                                                                    \
    return detail::map_whole<R>([](auto &r, const auto &x, const auto &y) { r = x op y; }, a, b);                      \
  }
SYCL_FUSE_BINARY_OPERATOR(+)
SYCL_FUSE_BINARY_OPERATOR(-)
SYCL_FUSE_BINARY_OPERATOR(*)
SYCL_FUSE_BINARY_OPERATOR(/)
SYCL_FUSE_BINARY_OPERATOR(%)
SYCL_FUSE_BINARY_OPERATOR(&)
SYCL_FUSE_BINARY_OPERATOR(|)
SYCL_FUSE_BINARY_OPERATOR(^)
SYCL_FUSE_BINARY_OPERATOR(<<)
SYCL_FUSE_BINARY_OPERATOR(>>)
#undef SYCL_FUSE_BINARY_OPERATOR

#define SYCL_FUSE_RELATION(op)                                                                                         \
  template <class A, class B, class R = detail::common_shape_t<A, B>>                                                  \
  constexpr detail::relation_t<R> operator op(const A &a, const B &b) {                                                \
    return detail::relate<R>([](auto &r, const auto &x, const auto &y) { detail::set_truth(r, x op y); }, a, b);       \
  }
SYCL_FUSE_RELATION(==)
SYCL_FUSE_RELATION(!=)
SYCL_FUSE_RELATION(<)
SYCL_FUSE_RELATION(>)
SYCL_FUSE_RELATION(<=)
SYCL_FUSE_RELATION(>=)
#undef SYCL_FUSE_RELATION

// Both operands are evaluated.
#define SYCL_FUSE_LOGICAL_OPERATOR(op)                                                                                 \
  template <class A, class B, class R = detail::common_shape_t<A, B>>                                                  \
  constexpr detail::relation_t<R> operator op##op(const A &a, const B &b) {                                            \
    using T = detail::element_t<R>;                                                                                    \
    using Result = detail::relation_t<R>;                                                                              \
    auto f = [](T x, T y) { return detail::truth<Result>((x != T()) op(y != T())); };                                  \
    return detail::map<Result>(f, a, b);                                                                               \
  }
SYCL_FUSE_LOGICAL_OPERATOR(&)
SYCL_FUSE_LOGICAL_OPERATOR(|)
#undef SYCL_FUSE_LOGICAL_OPERATOR

template <class A, class R = detail::common_shape_t<A>> constexpr detail::relation_t<R> operator!(const A &a) {
  using Result = detail::relation_t<R>;
  auto f = [](detail::element_t<R> x) { return detail::truth<Result>(x == decltype(x)()); };
  return detail::map<Result>(f, a);
}
template <class A, class R = detail::common_shape_t<A>> constexpr R operator-(const A &a) {
  return detail::map_whole<R>([](auto &r, const auto &x) { r = -x; }, a);
}
template <class A, class R = detail::common_shape_t<A>> constexpr R operator+(const A &a) { return a; }
template <class A, class R = detail::common_shape_t<A>> constexpr R operator~(const A &a) {
  return detail::map_whole<R>([](auto &r, const auto &x) { r = ~x; }, a);
}

} // namespace sycl
