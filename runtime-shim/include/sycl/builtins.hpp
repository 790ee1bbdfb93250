// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions (SYCL 2020, 4.17.5). In device code they become LLVM's math intrinsics, which each target lowers.
#pragma once

#include <cmath>
#include <type_traits>

namespace sycl {

namespace detail {
template <class T> using enable_float = std::enable_if_t<std::is_floating_point_v<T>, T>;
template <class T> using enable_integer = std::enable_if_t<std::is_integral_v<T>, T>;
} // namespace detail

#define SYCL_FUSE_MATH_1(name)                                                                                         \
  inline float name(float x) { return __builtin_##name##f(x); }                                                        \
  inline double name(double x) { return __builtin_##name(x); }
#define SYCL_FUSE_MATH_2(name)                                                                                         \
  inline float name(float x, float y) { return __builtin_##name##f(x, y); }                                            \
  inline double name(double x, double y) { return __builtin_##name(x, y); }
SYCL_FUSE_MATH_1(sqrt)
SYCL_FUSE_MATH_1(cbrt)
SYCL_FUSE_MATH_1(sin)
SYCL_FUSE_MATH_1(cos)
SYCL_FUSE_MATH_1(tan)
SYCL_FUSE_MATH_1(asin)
SYCL_FUSE_MATH_1(acos)
SYCL_FUSE_MATH_1(atan)
SYCL_FUSE_MATH_1(sinh)
SYCL_FUSE_MATH_1(cosh)
SYCL_FUSE_MATH_1(tanh)
SYCL_FUSE_MATH_1(exp)
SYCL_FUSE_MATH_1(exp2)
SYCL_FUSE_MATH_1(exp10)
SYCL_FUSE_MATH_1(expm1)
SYCL_FUSE_MATH_1(log)
SYCL_FUSE_MATH_1(log2)
SYCL_FUSE_MATH_1(log10)
SYCL_FUSE_MATH_1(log1p)
SYCL_FUSE_MATH_1(fabs)
SYCL_FUSE_MATH_1(floor)
SYCL_FUSE_MATH_1(ceil)
SYCL_FUSE_MATH_1(trunc)
SYCL_FUSE_MATH_1(round)
SYCL_FUSE_MATH_1(rint)
SYCL_FUSE_MATH_2(pow)
SYCL_FUSE_MATH_2(atan2)
SYCL_FUSE_MATH_2(hypot)
SYCL_FUSE_MATH_2(fmod)
SYCL_FUSE_MATH_2(fmin)
SYCL_FUSE_MATH_2(fmax)
SYCL_FUSE_MATH_2(fdim)
SYCL_FUSE_MATH_2(copysign)
SYCL_FUSE_MATH_2(remainder)
#undef SYCL_FUSE_MATH_1
#undef SYCL_FUSE_MATH_2

inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
// May round once or twice.
template <class T> detail::enable_float<T> mad(T a, T b, T c) { return a * b + c; }
template <class T> detail::enable_float<T> rsqrt(T x) { return T(1) / sqrt(x); }
template <class T> detail::enable_float<T> powr(T x, T y) { return pow(x, y); }
inline float pown(float x, int y) { return pow(x, static_cast<float>(y)); }
inline double pown(double x, int y) { return pow(x, static_cast<double>(y)); }
template <class T> detail::enable_float<T> sign(T x) { return x > 0 ? T(1) : x < 0 ? T(-1) : x; }
template <class T> detail::enable_float<T> degrees(T x) { return x * T(57.29577951308232087679815); }
template <class T> detail::enable_float<T> radians(T x) { return x * T(0.01745329251994329576924); }
template <class T> detail::enable_float<T> mix(T x, T y, T a) { return x + (y - x) * a; }
template <class T> detail::enable_float<T> step(T edge, T x) { return x < edge ? T(0) : T(1); }

template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>> constexpr T min(T x, T y) { return y < x ? y : x; }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>> constexpr T max(T x, T y) { return x < y ? y : x; }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>> constexpr T clamp(T x, T low, T high) {
  return min(max(x, low), high);
}
template <class T> constexpr std::make_unsigned_t<detail::enable_integer<T>> abs(T x) {
  using U = std::make_unsigned_t<T>;
  return x < 0 ? U(0) - static_cast<U>(x) : static_cast<U>(x);
}
inline float abs(float x) { return fabs(x); }
inline double abs(double x) { return fabs(x); }

template <class T> bool isnan(T x) { return __builtin_isnan(x); }
template <class T> bool isinf(T x) { return __builtin_isinf(x); }
template <class T> bool isfinite(T x) { return __builtin_isfinite(x); }
template <class T> bool signbit(T x) { return __builtin_signbit(x); }

namespace native {
template <class T> detail::enable_float<T> sin(T x) { return sycl::sin(x); }
template <class T> detail::enable_float<T> cos(T x) { return sycl::cos(x); }
template <class T> detail::enable_float<T> exp(T x) { return sycl::exp(x); }
template <class T> detail::enable_float<T> log(T x) { return sycl::log(x); }
template <class T> detail::enable_float<T> sqrt(T x) { return sycl::sqrt(x); }
template <class T> detail::enable_float<T> rsqrt(T x) { return sycl::rsqrt(x); }
template <class T> detail::enable_float<T> divide(T x, T y) { return x / y; }
} // namespace native

} // namespace sycl
