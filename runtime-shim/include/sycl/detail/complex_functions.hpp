// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elementary functions of std::complex in kernels: those of C's <complex.h>, which the standard library calls and
// devices do not have. Special values are those of C11, annex G. The formulas of the inverse functions and of tanh are
// Kahan's (Branch Cuts for Complex Elementary Functions, 1987).
#pragma once

#include "sycl/detail/complex_arithmetic.hpp"

#ifdef __SYCL_DEVICE_ONLY__
namespace sycl::detail::complex {

template <class T> struct number {
  T re, im;
};
template <class T> constexpr T pi = static_cast<T>(3.141592653589793238462643383279502884L);
template <class T> constexpr T largest_exponent = sizeof(T) == sizeof(float) ? T(88) : T(709); // exp is finite
template <class T> constexpr T huge = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p125 : 0x1p1021);
template <class T> constexpr T tiny = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p-100 : 0x1p-960);
template <class T> inline T infinity() { return static_cast<T>(__builtin_huge_val()); }
template <class T> inline T absolute(T x) { return with_sign(x, T(0)); }

#define SYCL_FUSE_REAL(name)                                                                                           \
  inline float name(float x) { return __builtin_##name##f(x); }                                                        \
  inline double name(double x) { return __builtin_##name(x); }
#define SYCL_FUSE_REAL_OF_TWO(name)                                                                                    \
  inline float name(float x, float y) { return __builtin_##name##f(x, y); }                                            \
  inline double name(double x, double y) { return __builtin_##name(x, y); }
namespace real {
SYCL_FUSE_REAL(asinh)
SYCL_FUSE_REAL(cos)
SYCL_FUSE_REAL(cosh)
SYCL_FUSE_REAL(exp)
SYCL_FUSE_REAL(log)
SYCL_FUSE_REAL(log1p)
SYCL_FUSE_REAL(sin)
SYCL_FUSE_REAL(sinh)
SYCL_FUSE_REAL(sqrt)
SYCL_FUSE_REAL(tan)
SYCL_FUSE_REAL(tanh)
SYCL_FUSE_REAL_OF_TWO(atan2)
SYCL_FUSE_REAL_OF_TWO(hypot)
} // namespace real
#undef SYCL_FUSE_REAL
#undef SYCL_FUSE_REAL_OF_TWO

template <class T> inline number<T> times_i(number<T> z) { return {-z.im, z.re}; }
template <class T> inline number<T> divided_by_i(number<T> z) { return {z.im, -z.re}; }

template <class T> inline number<T> exp(number<T> z) {
  if (z.im == 0)
    return {real::exp(z.re), z.im};
  if (is_inf(z.re) && !is_finite(z.im)) {
    if (z.re > 0)
      return {z.re, z.im - z.im};
    return {T(0), with_sign(T(0), z.im)};
  }
  const T cosine = real::cos(z.im), sine = real::sin(z.im);
  if (!(z.re > largest_exponent<T>)) {
    const T scale = real::exp(z.re);
    return {scale * cosine, scale * sine};
  }
  const T half = real::exp(z.re / 2); // a product may be finite where exp is not
  return {half * cosine * half, half * sine * half};
}

// Near the unit circle the logarithm of the absolute value would lose what it is made of.
template <class T> inline number<T> log(number<T> z) {
  const T argument = real::atan2(z.im, z.re), x = absolute(z.re), y = absolute(z.im);
  const T more = x < y ? y : x, less = x < y ? x : y;
  if (more >= T(0.5) && more <= T(2) && less <= T(2))
    return {real::log1p((more - 1) * (more + 1) + less * less) / 2, argument};
  if (more > huge<T> && is_finite(more))
    return {real::log(real::hypot(x / 4, y / 4)) + real::log(T(4)), argument};
  return {real::log(real::hypot(x, y)), argument};
}

template <class T> inline number<T> sqrt_special(number<T> z) {
  if (is_inf(z.im))
    return {infinity<T>(), z.im};
  if (!is_inf(z.re))
    return {z.re + z.im, z.re + z.im};
  const T small = is_nan(z.im) ? z.im : T(0);
  if (z.re > 0)
    return {z.re, is_nan(z.im) ? z.im : with_sign(T(0), z.im)};
  return {small, with_sign(infinity<T>(), z.im)};
}
template <class T> inline number<T> sqrt(number<T> z) {
  if (z.re == 0 && z.im == 0)
    return {T(0), z.im};
  if (!is_finite(z.re) || !is_finite(z.im))
    return sqrt_special(z);
  T x = absolute(z.re), y = absolute(z.im), scale = 1;
  if (x > huge<T> || y > huge<T>) {
    x /= 16, y /= 16, scale = 4;
  } else if (x < tiny<T> && y < tiny<T>) {
    constexpr T up = sizeof(T) == sizeof(float) ? T(0x1p60) : T(0x1p120);
    x *= up, y *= up, scale = sizeof(T) == sizeof(float) ? T(0x1p-30) : T(0x1p-60);
  }
  const T larger = real::sqrt((x + real::hypot(x, y)) / 2), smaller = y / (2 * larger) * scale;
  if (z.re >= 0)
    return {larger * scale, with_sign(smaller, z.im)};
  return {smaller, with_sign(larger * scale, z.im)};
}

// cosh(re) * a and sinh(re) * b, also where cosh is infinite and the products are not.
template <class T> inline number<T> hyperbolic(T re, T a, T b) {
  if (!(absolute(re) > largest_exponent<T>))
    return {real::cosh(re) * a, real::sinh(re) * b};
  const T half = real::exp(absolute(re) / 2);
  return {half * a / 2 * half, with_sign(T(1), re) * (half * b / 2 * half)};
}
template <class T> inline number<T> cosh(number<T> z) {
  if (z.im == 0)
    return {real::cosh(z.re), with_sign(T(0), z.re) * z.im};
  if (!is_finite(z.im) && (z.re == 0 || is_inf(z.re)))
    return {is_inf(z.re) ? infinity<T>() : z.im - z.im, is_inf(z.re) ? z.im - z.im : T(0)};
  return hyperbolic(z.re, real::cos(z.im), real::sin(z.im));
}
template <class T> inline number<T> sinh(number<T> z) {
  if (z.im == 0)
    return {real::sinh(z.re), z.im};
  if (!is_finite(z.im) && (z.re == 0 || is_inf(z.re)))
    return {z.re, z.im - z.im};
  const number<T> turned = hyperbolic(z.re, real::sin(z.im), real::cos(z.im));
  return {turned.im, turned.re};
}
template <class T> inline number<T> tanh(number<T> z) {
  constexpr T one_from = sizeof(T) == sizeof(float) ? T(11) : T(22);
  if (is_inf(z.re))
    return {with_sign(T(1), z.re), with_sign(T(0), is_finite(z.im) ? real::sin(2 * z.im) : z.im)};
  if (z.im == 0 || (z.re == 0 && !is_finite(z.im)))
    return z.im == 0 ? number<T>{real::tanh(z.re), z.im} : number<T>{z.re, z.im - z.im};
  if (absolute(z.re) > one_from && is_finite(z.im))
    return {with_sign(T(1), z.re),
            4 * real::sin(z.im) * real::cos(z.im) * real::exp(-absolute(z.re)) * real::exp(-absolute(z.re))};
  const T t = real::tan(z.im), factor = 1 + t * t, s = real::sinh(z.re), below = 1 + factor * s * s;
  return {factor * real::sqrt(1 + s * s) * s / below, t / below};
}
template <class T> inline number<T> sin(number<T> z) { return divided_by_i(sinh(times_i(z))); }
template <class T> inline number<T> cos(number<T> z) { return cosh(times_i(z)); }
template <class T> inline number<T> tan(number<T> z) { return divided_by_i(tanh(times_i(z))); }

// Of acos if Cosine, else of asin: where a part is not finite.
template <bool Cosine, class T> inline number<T> inverse_special(number<T> z) {
  if (is_nan(z.re) || is_nan(z.im)) {
    if (is_inf(z.im))
      return {z.re, Cosine ? -z.im : z.im};
    if (is_inf(z.re))
      return {z.im, infinity<T>()};
    return {z.re == 0 ? (Cosine ? pi<T> / 2 : z.re) : z.re + z.im, z.re + z.im};
  }
  const T x = is_inf(z.re) ? with_sign(T(1), z.re) : with_sign(T(0), z.re), y = T(is_inf(z.im));
  return {Cosine ? real::atan2(y, x) : with_sign(real::atan2(absolute(x), y), z.re),
          with_sign(infinity<T>(), Cosine ? -z.im : z.im)};
}
template <class T> inline bool is_finite(number<T> z) { return is_finite(z.re) && is_finite(z.im); }
template <class T> inline number<T> asin(number<T> z) {
  if (!is_finite(z))
    return inverse_special<false>(z);
  const number<T> less = sqrt(number<T>{1 - z.re, -z.im}), more = sqrt(number<T>{1 + z.re, z.im});
  return {real::atan2(z.re, less.re * more.re - less.im * more.im),
          with_sign(real::asinh(less.re * more.im - less.im * more.re), z.im)};
}
template <class T> inline number<T> acos(number<T> z) {
  if (!is_finite(z))
    return inverse_special<true>(z);
  const number<T> less = sqrt(number<T>{1 - z.re, -z.im}), more = sqrt(number<T>{1 + z.re, z.im});
  return {2 * real::atan2(less.re, more.re), with_sign(real::asinh(more.re * less.im - more.im * less.re), -z.im)};
}
template <class T> inline number<T> asinh(number<T> z) { return divided_by_i(asin(times_i(z))); }
template <class T> inline number<T> acosh(number<T> z) {
  const number<T> of = acos(z);
  return {absolute(of.im), with_sign(of.re, z.im)};
}
template <class T> inline number<T> atanh(number<T> z) {
  const T x = absolute(z.re), y = absolute(z.im);
  if (!is_finite(z) || x > T(0x1p30) || y > T(0x1p30)) {
    // Far away: the real part is that of 1 / z.
    const T size = x < y ? y : x, u = x / size, v = y / size;
    const T part = is_inf(x) || is_inf(y) ? T(0) : is_nan(y) && x == 0 ? x : u / (u * u + v * v) / size;
    return {with_sign(part, z.re), is_nan(y) || (is_nan(x) && !is_inf(y)) ? x + y : with_sign(pi<T> / 2, z.im)};
  }
  // Beside 1 the square of the distance to it may be less than a number can be.
  const T distance = (1 - x) * (1 - x) + y * y;
  const T part = distance < tiny<T> ? (real::log(real::hypot(1 + x, y)) - real::log(real::hypot(1 - x, y))) / 2
                                    : real::log1p(4 * x / distance) / 4;
  return {with_sign(part, z.re), real::atan2(2 * z.im, (1 - x) * (1 + x) - y * y) / 2};
}
template <class T> inline number<T> atan(number<T> z) { return divided_by_i(atanh(times_i(z))); }
template <class T> inline number<T> proj(number<T> z) {
  return is_inf(z.re) || is_inf(z.im) ? number<T>{infinity<T>(), with_sign(T(0), z.im)} : z;
}
template <class T> inline number<T> pow(number<T> z, number<T> w) {
  const number<T> of = log(z);
  number<T> product;
  multiply(w.re, w.im, of.re, of.im, product.re, product.im);
  return exp(product);
}

} // namespace sycl::detail::complex

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc99-extensions"
// As in c_strings.hpp: reached by their symbols.
namespace sycl::detail::c_library {
#define SYCL_FUSE_COMPLEX_OF(name, T, function)                                                                        \
  inline _Complex T name(_Complex T z) noexcept __asm__(#name);                                                        \
  inline _Complex T name(_Complex T z) noexcept {                                                                      \
    const auto result = complex::function(complex::number<T>{__real__ z, __imag__ z});                                 \
    return __builtin_complex(result.re, result.im);                                                                    \
  }
#define SYCL_FUSE_COMPLEX(name)                                                                                        \
  SYCL_FUSE_COMPLEX_OF(c##name, double, name)                                                                          \
  SYCL_FUSE_COMPLEX_OF(c##name##f, float, name)
SYCL_FUSE_COMPLEX(acos)
SYCL_FUSE_COMPLEX(acosh)
SYCL_FUSE_COMPLEX(asin)
SYCL_FUSE_COMPLEX(asinh)
SYCL_FUSE_COMPLEX(atan)
SYCL_FUSE_COMPLEX(atanh)
SYCL_FUSE_COMPLEX(cos)
SYCL_FUSE_COMPLEX(cosh)
SYCL_FUSE_COMPLEX(exp)
SYCL_FUSE_COMPLEX(log)
SYCL_FUSE_COMPLEX(proj)
SYCL_FUSE_COMPLEX(sin)
SYCL_FUSE_COMPLEX(sinh)
SYCL_FUSE_COMPLEX(sqrt)
SYCL_FUSE_COMPLEX(tan)
SYCL_FUSE_COMPLEX(tanh)
#undef SYCL_FUSE_COMPLEX
#undef SYCL_FUSE_COMPLEX_OF
#define SYCL_FUSE_COMPLEX_POWER(name, T)                                                                               \
  inline _Complex T name(_Complex T z, _Complex T w) noexcept __asm__(#name);                                          \
  inline _Complex T name(_Complex T z, _Complex T w) noexcept {                                                        \
    using number = complex::number<T>;                                                                                 \
    const number result = complex::pow(number{__real__ z, __imag__ z}, number{__real__ w, __imag__ w});                \
    return __builtin_complex(result.re, result.im);                                                                    \
  }
SYCL_FUSE_COMPLEX_POWER(cpow, double)
SYCL_FUSE_COMPLEX_POWER(cpowf, float)
#undef SYCL_FUSE_COMPLEX_POWER
} // namespace sycl::detail::c_library
#pragma clang diagnostic pop
#endif
