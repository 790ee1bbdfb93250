// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions of float whose precision and range are the implementation's (SYCL 2020, 4.17.5: native::) or at least
// 10 bits (half_precision::). Here they are as precise as the others, but for what a target has faster: divide, recip
// and powr leave out special cases.
#pragma once

#include "sycl/detail/math_builtins.hpp"

namespace sycl {
namespace detail {
template <class... A>
using float_only_t = std::enable_if_t<std::is_same_v<element_t<builtin_type_t<A...>>, float>, builtin_type_t<A...>>;
} // namespace detail

#define SYCL_FUSE_FAST_1(name)                                                                                         \
  template <class A, class R = detail::float_only_t<A>> R name(const A &a) { return sycl::name(a); }
#define SYCL_FUSE_FAST_FUNCTIONS                                                                                       \
  SYCL_FUSE_FAST_1(cos)                                                                                                \
  SYCL_FUSE_FAST_1(exp)                                                                                                \
  SYCL_FUSE_FAST_1(exp2)                                                                                               \
  SYCL_FUSE_FAST_1(exp10)                                                                                              \
  SYCL_FUSE_FAST_1(log)                                                                                                \
  SYCL_FUSE_FAST_1(log2)                                                                                               \
  SYCL_FUSE_FAST_1(log10)                                                                                              \
  SYCL_FUSE_FAST_1(rsqrt)                                                                                              \
  SYCL_FUSE_FAST_1(sin)                                                                                                \
  SYCL_FUSE_FAST_1(sqrt)                                                                                               \
  SYCL_FUSE_FAST_1(tan)                                                                                                \
  template <class A, class R = detail::float_only_t<A>> R recip(const A &a) {                                          \
    return detail::map_vectors<R>([](auto &r, const auto &x) { r = 1.0f / x; }, a);                                    \
  }                                                                                                                    \
  template <class A, class B, class R = detail::float_only_t<A, B>> R divide(const A &a, const B &b) {                 \
    return detail::map_vectors<R>([](auto &r, const auto &x, const auto &y) { r = x / y; }, a, b);                     \
  }                                                                                                                    \
  template <class A, class B, class R = detail::float_only_t<A, B>> R powr(const A &a, const B &b) {                   \
    return sycl::pow(a, b);                                                                                            \
  }

namespace native {
SYCL_FUSE_FAST_FUNCTIONS
} // namespace native
namespace half_precision {
SYCL_FUSE_FAST_FUNCTIONS
} // namespace half_precision
#undef SYCL_FUSE_FAST_1
#undef SYCL_FUSE_FAST_FUNCTIONS

} // namespace sycl
