// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions of float whose precision and range are the implementation's (SYCL 2020, 4.17.5: native::) or at least
// 10 bits (half_precision::). Those of native:: are left to the target: instructions of NVIDIA GPUs. Elsewhere, and
// those of half_precision:: everywhere, are as precise as the others, but that divide, recip and powr leave out special
// cases.
#pragma once

#include "sycl/detail/math_builtins.hpp"

#ifdef __SYCL_DEVICE_ONLY__
// sycl-fuse knows them (FastFunctions.def).
extern "C" {
#define SYCL_FUSE_NATIVE(...) __attribute__((const, nothrow)) float __VA_ARGS__
SYCL_FUSE_NATIVE(__sycl_native_cos(float), __sycl_native_divide(float, float), __sycl_native_exp(float),
                 __sycl_native_exp10(float), __sycl_native_exp2(float), __sycl_native_log(float),
                 __sycl_native_log10(float), __sycl_native_log2(float), __sycl_native_powr(float, float),
                 __sycl_native_recip(float), __sycl_native_rsqrt(float), __sycl_native_sin(float),
                 __sycl_native_sqrt(float), __sycl_native_tan(float));
#undef SYCL_FUSE_NATIVE
}
#endif

namespace sycl {
namespace detail {
template <class... A>
using float_only_t = std::enable_if_t<std::is_same_v<element_t<builtin_type_t<A...>>, float>, builtin_type_t<A...>>;
} // namespace detail

namespace half_precision {
#define SYCL_FUSE_PRECISE(name)                                                                                        \
  template <class A, class R = detail::float_only_t<A>> R name(const A &a) { return sycl::name(a); }
SYCL_FUSE_PRECISE(cos)
SYCL_FUSE_PRECISE(exp)
SYCL_FUSE_PRECISE(exp2)
SYCL_FUSE_PRECISE(exp10)
SYCL_FUSE_PRECISE(log)
SYCL_FUSE_PRECISE(log2)
SYCL_FUSE_PRECISE(log10)
SYCL_FUSE_PRECISE(rsqrt)
SYCL_FUSE_PRECISE(sin)
SYCL_FUSE_PRECISE(sqrt)
SYCL_FUSE_PRECISE(tan)
template <class A, class R = detail::float_only_t<A>> R recip(const A &a) {
  return detail::map_vectors<R>([](auto &r, const auto &x) { r = 1.0f / x; }, a);
}
template <class A, class B, class R = detail::float_only_t<A, B>> R divide(const A &a, const B &b) {
  return detail::map_vectors<R>([](auto &r, const auto &x, const auto &y) { r = x / y; }, a, b);
}
template <class A, class B, class R = detail::float_only_t<A, B>> R powr(const A &a, const B &b) {
  return sycl::pow(a, b);
}
#undef SYCL_FUSE_PRECISE
} // namespace half_precision

namespace native {
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_FUSE_FAST_1(name)                                                                                         \
  template <class A, class R = detail::float_only_t<A>> R name(const A &a) {                                           \
    return detail::map<R>([](float x) { return __sycl_native_##name(x); }, a);                                         \
  }
#define SYCL_FUSE_FAST_2(name)                                                                                         \
  template <class A, class B, class R = detail::float_only_t<A, B>> R name(const A &a, const B &b) {                   \
    return detail::map<R>([](float x, float y) { return __sycl_native_##name(x, y); }, a, b);                          \
  }
#else
#define SYCL_FUSE_FAST_1(name) using half_precision::name;
#define SYCL_FUSE_FAST_2(name) using half_precision::name;
#endif
SYCL_FUSE_FAST_1(cos)
SYCL_FUSE_FAST_1(exp)
SYCL_FUSE_FAST_1(exp2)
SYCL_FUSE_FAST_1(exp10)
SYCL_FUSE_FAST_1(log)
SYCL_FUSE_FAST_1(log2)
SYCL_FUSE_FAST_1(log10)
SYCL_FUSE_FAST_1(recip)
SYCL_FUSE_FAST_1(rsqrt)
SYCL_FUSE_FAST_1(sin)
SYCL_FUSE_FAST_1(sqrt)
SYCL_FUSE_FAST_1(tan)
SYCL_FUSE_FAST_2(divide)
SYCL_FUSE_FAST_2(powr)
#undef SYCL_FUSE_FAST_1
#undef SYCL_FUSE_FAST_2
} // namespace native

} // namespace sycl
