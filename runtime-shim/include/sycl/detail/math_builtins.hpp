// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions (SYCL 2020, 4.17.5) of float, double and half: of scalars, vec, swizzles and marray. A scalar
// beside vectors is each of its elements. half is computed in float and rounded once. In device code: LLVM's intrinsics
// or functions of the C library, which each target lowers; the precision is that of its mathematics library.
#pragma once

#include "sycl/detail/math_scalar.hpp"
#include "sycl/marray.hpp"
#include "sycl/vec.hpp"

namespace sycl {
namespace detail {

template <class T> using wide_t = std::conditional_t<std::is_same_v<T, half>, float, T>;

// f of the elements of a…, all of the element's type of R; half as float.
template <class R, class F, class... A> R map_math(F f, const A &...a) {
  using T = element_t<R>;
  auto one = [&f](const auto &...x) { return f(static_cast<wide_t<T>>(static_cast<T>(x))...); };
  return map<R>(one, a...);
}
// The same for what is cheap enough to be done for the compiler's vectors as one.
template <class R, class F, class... A> R map_vectors(F f, const A &...a) {
  if constexpr (uses_native_operators<R>() && !std::is_same_v<element_t<R>, half>)
    return map_whole<R>(f, a...);
  else {
    auto one = [&f](const auto &...x) {
      wide_t<element_t<R>> r{};
      f(r, x...);
      return r;
    };
    return map_math<R>(one, a...);
  }
}

#define SYCL_FUSE_LIBRARY_1(name)                                                                                      \
  inline float c_##name(float x) { return __builtin_##name##f(x); }                                                    \
  inline double c_##name(double x) { return __builtin_##name(x); }
SYCL_FUSE_LIBRARY_1(acosh)
SYCL_FUSE_LIBRARY_1(asinh)
SYCL_FUSE_LIBRARY_1(atanh)
SYCL_FUSE_LIBRARY_1(erf)
SYCL_FUSE_LIBRARY_1(erfc)
SYCL_FUSE_LIBRARY_1(expm1)
SYCL_FUSE_LIBRARY_1(log1p)
SYCL_FUSE_LIBRARY_1(tgamma)
#undef SYCL_FUSE_LIBRARY_1
inline float c_hypot(float x, float y) { return __builtin_hypotf(x, y); }
inline double c_hypot(double x, double y) { return __builtin_hypot(x, y); }

} // namespace detail

#define SYCL_FUSE_MATH_1(name, ...)                                                                                    \
  template <class A, class R = detail::float_t<A>> R name(const A &a) {                                                \
    return detail::map_math<R>([](auto x) { return __VA_ARGS__; }, a);                                                 \
  }
#define SYCL_FUSE_MATH_2(name, ...)                                                                                    \
  template <class A, class B, class R = detail::float_t<A, B>> R name(const A &a, const B &b) {                        \
    return detail::map_math<R>([](auto x, auto y) { return __VA_ARGS__; }, a, b);                                      \
  }
#define SYCL_FUSE_MATH_VECTORS_1(name)                                                                                 \
  template <class A, class R = detail::float_t<A>> R name(const A &a) {                                                \
    return detail::map_vectors<R>([](auto &r, const auto &x) { r = __builtin_elementwise_##name(x); }, a);             \
  }
// The second argument is an int or ints: one for each element, or one for all.
#define SYCL_FUSE_MATH_INT(name, ...)                                                                                  \
  template <class A, class B, class R = detail::float_t<A>, class = std::enable_if_t<detail::is_int_like<R, B>()>>     \
  R name(const A &a, const B &b) {                                                                                     \
    using W = detail::wide_t<detail::element_t<R>>;                                                                    \
    auto f = [](detail::element_t<R> e, int n) {                                                                       \
      W x = e;                                                                                                         \
      return __VA_ARGS__;                                                                                              \
    };                                                                                                                 \
    return detail::map<R>(f, a, b);                                                                                    \
  }

namespace detail {
// int, or ints in the shape of R.
template <class R, class B> constexpr bool is_int_like() {
  if constexpr (has_shape<B>)
    return std::is_same_v<shape_t<B>, with_element_t<R, int>>;
  else
    return std::is_convertible_v<B, int>;
}
} // namespace detail

SYCL_FUSE_MATH_VECTORS_1(ceil)
SYCL_FUSE_MATH_VECTORS_1(floor)
SYCL_FUSE_MATH_VECTORS_1(rint)
SYCL_FUSE_MATH_VECTORS_1(round)
SYCL_FUSE_MATH_VECTORS_1(sqrt)
SYCL_FUSE_MATH_VECTORS_1(trunc)
template <class A, class R = detail::float_t<A>> R fabs(const A &a) {
  return detail::map_vectors<R>([](auto &r, const auto &x) { r = __builtin_elementwise_abs(x); }, a);
}

SYCL_FUSE_MATH_1(acos, __builtin_elementwise_acos(x))
SYCL_FUSE_MATH_1(acosh, detail::c_acosh(x))
SYCL_FUSE_MATH_1(acospi, __builtin_elementwise_acos(x) * detail::math::inverse_pi<decltype(x)>)
SYCL_FUSE_MATH_1(asin, __builtin_elementwise_asin(x))
SYCL_FUSE_MATH_1(asinh, detail::c_asinh(x))
SYCL_FUSE_MATH_1(asinpi, __builtin_elementwise_asin(x) * detail::math::inverse_pi<decltype(x)>)
SYCL_FUSE_MATH_1(atan, __builtin_elementwise_atan(x))
SYCL_FUSE_MATH_1(atanh, detail::c_atanh(x))
SYCL_FUSE_MATH_1(atanpi, __builtin_elementwise_atan(x) * detail::math::inverse_pi<decltype(x)>)
SYCL_FUSE_MATH_1(cbrt, detail::math::cbrt(x))
SYCL_FUSE_MATH_1(cos, __builtin_elementwise_cos(x))
SYCL_FUSE_MATH_1(cosh, __builtin_elementwise_cosh(x))
SYCL_FUSE_MATH_1(cospi, detail::math::cospi(x))
SYCL_FUSE_MATH_1(erf, detail::c_erf(x))
SYCL_FUSE_MATH_1(erfc, detail::c_erfc(x))
SYCL_FUSE_MATH_1(exp, __builtin_elementwise_exp(x))
SYCL_FUSE_MATH_1(exp2, __builtin_elementwise_exp2(x))
SYCL_FUSE_MATH_1(exp10, __builtin_elementwise_exp10(x))
SYCL_FUSE_MATH_1(expm1, detail::c_expm1(x))
SYCL_FUSE_MATH_1(lgamma, detail::math::lgamma(x))
SYCL_FUSE_MATH_1(log, __builtin_elementwise_log(x))
SYCL_FUSE_MATH_1(log10, __builtin_elementwise_log10(x))
SYCL_FUSE_MATH_1(log1p, detail::c_log1p(x))
SYCL_FUSE_MATH_1(log2, __builtin_elementwise_log2(x))
SYCL_FUSE_MATH_1(logb, detail::math::logb(x))
SYCL_FUSE_MATH_1(rsqrt, decltype(x)(1) / __builtin_elementwise_sqrt(x))
SYCL_FUSE_MATH_1(sin, __builtin_elementwise_sin(x))
SYCL_FUSE_MATH_1(sinh, __builtin_elementwise_sinh(x))
SYCL_FUSE_MATH_1(sinpi, detail::math::sinpi(x))
SYCL_FUSE_MATH_1(tan, __builtin_elementwise_tan(x))
SYCL_FUSE_MATH_1(tanh, __builtin_elementwise_tanh(x))
SYCL_FUSE_MATH_1(tanpi, detail::math::tanpi(x))
SYCL_FUSE_MATH_1(tgamma, detail::c_tgamma(x))

SYCL_FUSE_MATH_2(atan2, __builtin_elementwise_atan2(x, y))
SYCL_FUSE_MATH_2(atan2pi, __builtin_elementwise_atan2(x, y) * detail::math::inverse_pi<decltype(x)>)
SYCL_FUSE_MATH_2(copysign, __builtin_elementwise_copysign(x, y))
SYCL_FUSE_MATH_2(fdim, detail::math::fdim(x, y))
SYCL_FUSE_MATH_2(fmax, detail::math::fmax(x, y))
SYCL_FUSE_MATH_2(fmin, detail::math::fmin(x, y))
SYCL_FUSE_MATH_2(fmod, __builtin_elementwise_fmod(x, y))
SYCL_FUSE_MATH_2(hypot, detail::c_hypot(x, y))
SYCL_FUSE_MATH_2(maxmag, detail::math::maxmag(x, y))
SYCL_FUSE_MATH_2(minmag, detail::math::minmag(x, y))
SYCL_FUSE_MATH_2(pow, detail::math::pow(x, y))
SYCL_FUSE_MATH_2(powr, detail::math::powr(x, y))
SYCL_FUSE_MATH_2(remainder, detail::math::remainder(x, y))
SYCL_FUSE_MATH_INT(ldexp, detail::math::ldexp(x, n))
SYCL_FUSE_MATH_INT(pown, detail::math::pown(x, n))
SYCL_FUSE_MATH_INT(rootn, detail::math::rootn(x, n))

#undef SYCL_FUSE_MATH_1
#undef SYCL_FUSE_MATH_2
#undef SYCL_FUSE_MATH_INT
#undef SYCL_FUSE_MATH_VECTORS_1

// In the type itself: the neighbour of a half is another one than a float's.
template <class A, class B, class R = detail::float_t<A, B>> R nextafter(const A &a, const B &b) {
  auto f = [](detail::element_t<R> x, detail::element_t<R> y) {
    return detail::math::next_after(detail::plain(x), detail::plain(y));
  };
  return detail::map<R>(f, a, b);
}

// One rounding. Of half in double, where product and sum are exact.
template <class A, class B, class C, class R = detail::float_t<A, B, C>> R fma(const A &a, const B &b, const C &c) {
  using T = detail::element_t<R>;
  if constexpr (std::is_same_v<T, half>) {
    auto f = [](half x, half y, half z) {
      return static_cast<_Float16>(static_cast<double>(x) * static_cast<double>(y) + static_cast<double>(z));
    };
    return detail::map<R>(f, a, b, c);
  } else {
    auto f = [](auto &r, const auto &x, const auto &y, const auto &z) { r = __builtin_elementwise_fma(x, y, z); };
    return detail::map_vectors<R>(f, a, b, c);
  }
}
// One rounding or two, whatever is fast.
template <class A, class B, class C, class R = detail::float_t<A, B, C>> R mad(const A &a, const B &b, const C &c) {
  return detail::map_vectors<R>([](auto &r, const auto &x, const auto &y, const auto &z) { r = x * y + z; }, a, b, c);
}

// The exponent: INT_MIN for 0 and NaN, INT_MAX for infinities.
template <class A, class R = detail::float_t<A>> detail::with_element_t<R, int> ilogb(const A &a) {
  auto f = [](detail::element_t<R> x) { return detail::math::ilogb(static_cast<detail::wide_t<decltype(x)>>(x)); };
  return detail::map<detail::with_element_t<R, int>>(f, a);
}

// A quiet NaN with this payload, of the floating-point type of the size of the code.
template <class A, class T = typename detail::scalar_of<A, detail::code_functions>::type,
          class = std::enable_if_t<std::is_unsigned_v<T> && (sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8)>>
auto nan(const A &code) {
  using Float = std::conditional_t<sizeof(T) == 2, half, std::conditional_t<sizeof(T) == 4, float, double>>;
  constexpr int quiet = std::numeric_limits<Float>::digits - 2;
  auto f = [](T x) {
    using bits = detail::uint_of_size<sizeof(T)>;
    bits all = static_cast<bits>(~(detail::uint_of_size<sizeof(T)>(1) << (sizeof(T) * 8 - 1)));
    bits exponent = static_cast<bits>(all & ~((bits(1) << quiet) * 2 - 1));
    return __builtin_bit_cast(Float, static_cast<bits>(exponent | (bits(1) << quiet) | (x & ((bits(1) << quiet) - 1))));
  };
  return detail::map<detail::with_element_t<A, Float>>(f, code);
}

// Functions with a second result, through a pointer or multi_ptr. Those of scalars are templates of the pointer alone,
// as far as programs name their arguments.
#define SYCL_FUSE_POINTER_FIRST(name)                                                                                  \
  template <class P, class A, class R = detail::float_t<A>, class = std::enable_if_t<!detail::has_shape<A>>>           \
  R name(const A &a, P p) {                                                                                            \
    return detail::with_pointer::name(a, p);                                                                           \
  }                                                                                                                    \
  template <class A, class P, class R = detail::float_t<A>, std::enable_if_t<detail::has_shape<A>, int> = 0>           \
  R name(const A &a, P p) {                                                                                            \
    return detail::with_pointer::name(a, p);                                                                           \
  }

// Not in detail, where calls with an element of a vec would find them too.
namespace detail::with_pointer {

// The fraction of a, less than 1. The floor of a goes to *whole.
template <class A, class P, class R = detail::float_t<A>> R fract(const A &a, P whole) {
  auto f = [](detail::element_t<R> x) {
    using T = decltype(x);
    detail::wide_t<T> w = x;
    if (detail::math::is_inf(w) || w == 0)
      return static_cast<T>(detail::math::copysign(detail::wide_t<T>(0), w));
    T d = static_cast<T>(w - __builtin_elementwise_floor(w));
    T below_one = T(1) - std::numeric_limits<T>::epsilon() / T(2);
    return d > below_one ? below_one : d;
  };
  R result = detail::map<R>(f, a);
  *whole = sycl::floor(a);
  return result;
}
// The fraction of a, with its sign. The rest goes to *whole.
template <class A, class P, class R = detail::float_t<A>> R modf(const A &a, P whole) {
  R result = detail::map_math<R>([](auto x) { return detail::math::modf_fraction(x); }, a);
  *whole = sycl::trunc(a);
  return result;
}
template <class A, class P, class R = detail::float_t<A>> R frexp(const A &a, P exponent) {
  auto f = [](detail::element_t<R> x) {
    return detail::math::frexp_exponent(static_cast<detail::wide_t<decltype(x)>>(x));
  };
  R result = detail::map_math<R>([](auto x) { return detail::math::frexp_fraction(x); }, a);
  *exponent = detail::map<detail::with_element_t<R, int>>(f, a);
  return result;
}
template <class A, class P, class R = detail::float_t<A>> R sincos(const A &a, P cosine) {
  R result = sycl::sin(a);
  *cosine = sycl::cos(a);
  return result;
}
template <class A, class P, class R = detail::float_t<A>> R lgamma_r(const A &a, P sign) {
  auto f = [](detail::element_t<R> x) { return detail::math::gamma_sign(static_cast<detail::wide_t<decltype(x)>>(x)); };
  R result = sycl::lgamma(a);
  *sign = detail::map<detail::with_element_t<R, int>>(f, a);
  return result;
}
// *quotient: its seven lowest bits, with its sign.
template <class A, class B, class P, class R = detail::float_t<A, B>> R remquo(const A &a, const B &b, P quotient) {
  using T = detail::element_t<R>;
  auto f = [](T x, T y) {
    int n = 0;
    detail::math::remquo(static_cast<detail::wide_t<T>>(x), static_cast<detail::wide_t<T>>(y), n);
    return n;
  };
  R result = sycl::remainder(a, b);
  *quotient = detail::map<detail::with_element_t<R, int>>(f, a, b);
  return result;
}
} // namespace detail::with_pointer

SYCL_FUSE_POINTER_FIRST(fract)
SYCL_FUSE_POINTER_FIRST(modf)
SYCL_FUSE_POINTER_FIRST(frexp)
SYCL_FUSE_POINTER_FIRST(sincos)
SYCL_FUSE_POINTER_FIRST(lgamma_r)
#undef SYCL_FUSE_POINTER_FIRST
template <class P, class A, class B, class R = detail::float_t<A, B>,
          class = std::enable_if_t<!detail::has_shape<A> && !detail::has_shape<B>>>
R remquo(const A &a, const B &b, P quotient) {
  return detail::with_pointer::remquo(a, b, quotient);
}
template <class A, class B, class P, class R = detail::float_t<A, B>,
          std::enable_if_t<detail::has_shape<A> || detail::has_shape<B>, int> = 0>
R remquo(const A &a, const B &b, P quotient) {
  return detail::with_pointer::remquo(a, b, quotient);
}

} // namespace sycl
