// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions of float whose precision and range are the implementation's (SYCL 2020, 4.17.5: native::) or at least
// 10 bits (half_precision::). In kernels they are the target's. On the host they are as precise as the others, but that
// divide, recip and powr leave out special cases.
#pragma once

#include "sycl/detail/math_builtins.hpp"

#define SYCL_FUSE_FAST_FUNCTIONS(one, two)                                                                             \
  one(cos) one(exp) one(exp2) one(exp10) one(log) one(log2) one(log10) one(recip) one(rsqrt) one(sin) one(sqrt)        \
      one(tan) two(divide) two(powr)

#ifdef __SYCL_DEVICE_ONLY__
// sycl-fuse knows them (FastFunctions.def).
extern "C" {
#define SYCL_FUSE_FAST_1(name)                                                                                         \
  __attribute__((const, nothrow)) float __sycl_native_##name(float);                                                   \
  __attribute__((const, nothrow)) float __sycl_half_##name(float);
#define SYCL_FUSE_FAST_2(name)                                                                                         \
  __attribute__((const, nothrow)) float __sycl_native_##name(float, float);                                            \
  __attribute__((const, nothrow)) float __sycl_half_##name(float, float);
SYCL_FUSE_FAST_FUNCTIONS(SYCL_FUSE_FAST_1, SYCL_FUSE_FAST_2)
#undef SYCL_FUSE_FAST_1
#undef SYCL_FUSE_FAST_2
}
#endif

namespace sycl {
namespace detail {
template <class... A>
using float_only_t = std::enable_if_t<std::is_same_v<element_t<builtin_type_t<A...>>, float>, builtin_type_t<A...>>;
} // namespace detail

#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_FUSE_FAST_1(precision, name)                                                                              \
  template <class A, class R = detail::float_only_t<A>> R name(const A &a) {                                           \
    return detail::map<R>([](float x) { return __sycl_##precision##_##name(x); }, a);                                  \
  }
#define SYCL_FUSE_FAST_2(precision, name)                                                                              \
  template <class A, class B, class R = detail::float_only_t<A, B>> R name(const A &a, const B &b) {                   \
    return detail::map<R>([](float x, float y) { return __sycl_##precision##_##name(x, y); }, a, b);                   \
  }
#define SYCL_FUSE_HALF_1(name) SYCL_FUSE_FAST_1(half, name)
#define SYCL_FUSE_HALF_2(name) SYCL_FUSE_FAST_2(half, name)
#define SYCL_FUSE_NATIVE_1(name) SYCL_FUSE_FAST_1(native, name)
#define SYCL_FUSE_NATIVE_2(name) SYCL_FUSE_FAST_2(native, name)
#else
namespace detail::host_precision {
using sycl::cos, sycl::exp, sycl::exp2, sycl::exp10, sycl::log, sycl::log2, sycl::log10, sycl::rsqrt, sycl::sin,
    sycl::sqrt, sycl::tan;
template <class A, class R = float_only_t<A>> R recip(const A &a) {
  return map_vectors<R>([](auto &r, const auto &x) { r = 1.0f / x; }, a);
}
template <class A, class B, class R = float_only_t<A, B>> R divide(const A &a, const B &b) {
  return map_vectors<R>([](auto &r, const auto &x, const auto &y) { r = x / y; }, a, b);
}
template <class A, class B, class R = float_only_t<A, B>> R powr(const A &a, const B &b) { return sycl::pow(a, b); }
} // namespace detail::host_precision
#define SYCL_FUSE_HALF_1(name)                                                                                         \
  template <class A, class R = detail::float_only_t<A>> R name(const A &a) { return detail::host_precision::name(a); }
#define SYCL_FUSE_HALF_2(name)                                                                                         \
  template <class A, class B, class R = detail::float_only_t<A, B>> R name(const A &a, const B &b) {                   \
    return detail::host_precision::name(a, b);                                                                         \
  }
#define SYCL_FUSE_NATIVE_1(name) using half_precision::name;
#define SYCL_FUSE_NATIVE_2(name) using half_precision::name;
#endif

namespace half_precision {
SYCL_FUSE_FAST_FUNCTIONS(SYCL_FUSE_HALF_1, SYCL_FUSE_HALF_2)
} // namespace half_precision
namespace native {
SYCL_FUSE_FAST_FUNCTIONS(SYCL_FUSE_NATIVE_1, SYCL_FUSE_NATIVE_2)
} // namespace native

#undef SYCL_FUSE_FAST_1
#undef SYCL_FUSE_FAST_2
#undef SYCL_FUSE_HALF_1
#undef SYCL_FUSE_HALF_2
#undef SYCL_FUSE_NATIVE_1
#undef SYCL_FUSE_NATIVE_2
#undef SYCL_FUSE_FAST_FUNCTIONS

} // namespace sycl
