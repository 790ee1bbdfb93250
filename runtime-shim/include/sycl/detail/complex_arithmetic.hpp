// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplication, division, absolute value and argument of std::complex in kernels. The compiler calls these functions
// of its run-time library and of the C library, which devices do not have; it emits them where they are called, and
// nowhere else. Infinities and NaN as in C11, annex G.
#pragma once

#ifdef __SYCL_DEVICE_ONLY__
namespace sycl::detail::complex {

template <class T> inline bool is_nan(T x) { return x != x; }
template <class T> inline bool is_inf(T x) { return (x < 0 ? -x : x) == static_cast<T>(__builtin_huge_val()); }
template <class T> inline bool is_finite(T x) { return !is_nan(x) && !is_inf(x); }
template <class T> inline T with_sign(T x, T sign) {
  if constexpr (sizeof(T) == sizeof(float))
    return __builtin_copysignf(x, sign);
  else
    return __builtin_copysign(x, sign);
}
// An infinite number as a direction, zero or one in each part.
template <class T> inline void to_direction(T &re, T &im) {
  re = with_sign(T(is_inf(re)), re);
  im = with_sign(T(is_inf(im)), im);
}
template <class T> inline void nan_to_zero(T &re, T &im) {
  re = is_nan(re) ? with_sign(T(0), re) : re;
  im = is_nan(im) ? with_sign(T(0), im) : im;
}

template <class T> inline void multiply(T a, T b, T c, T d, T &re, T &im) {
  T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  re = ac - bd;
  im = ad + bc;
  if (!is_nan(re) || !is_nan(im))
    return;
  bool first = is_inf(a) || is_inf(b), second = is_inf(c) || is_inf(d);
  if (!first && !second && !is_inf(ac) && !is_inf(bd) && !is_inf(ad) && !is_inf(bc))
    return;
  if (first)
    to_direction(a, b);
  if (second)
    to_direction(c, d);
  nan_to_zero(a, b);
  nan_to_zero(c, d);
  re = static_cast<T>(__builtin_huge_val()) * (a * c - b * d);
  im = static_cast<T>(__builtin_huge_val()) * (a * d + b * c);
}

// The cases that the plain formulas leave as NaN.
template <class T> inline void divide_special(T a, T b, T c, T d, T &re, T &im) {
  T factor;
  if (c == 0 && d == 0 && (!is_nan(a) || !is_nan(b))) {
    re = with_sign(static_cast<T>(__builtin_huge_val()), c) * a;
    im = with_sign(static_cast<T>(__builtin_huge_val()), c) * b;
    return;
  }
  if ((is_inf(a) || is_inf(b)) && is_finite(c) && is_finite(d)) {
    to_direction(a, b);
    factor = static_cast<T>(__builtin_huge_val());
  } else if ((is_inf(c) || is_inf(d)) && is_finite(a) && is_finite(b)) {
    to_direction(c, d);
    factor = 0;
  } else
    return;
  re = factor * (a * c + b * d);
  im = factor * (b * c - a * d);
}

// In double precision nothing of a float's range overflows.
inline void divide(float a, float b, float c, float d, float &re, float &im) {
  const double wide_a = static_cast<double>(a), wide_b = static_cast<double>(b), wide_c = static_cast<double>(c),
               wide_d = static_cast<double>(d), norm = wide_c * wide_c + wide_d * wide_d;
  re = static_cast<float>((wide_a * wide_c + wide_b * wide_d) / norm);
  im = static_cast<float>((wide_b * wide_c - wide_a * wide_d) / norm);
}
// R. L. Smith, Algorithm 116: Complex division, CACM 5 (1962): without squares, which overflow.
inline void divide(double a, double b, double c, double d, double &re, double &im) {
  if (__builtin_fabs(c) < __builtin_fabs(d)) {
    double ratio = c / d, norm = d + c * ratio;
    re = (a * ratio + b) / norm;
    im = (b * ratio - a) / norm;
  } else {
    double ratio = d / c, norm = c + d * ratio;
    re = (a + b * ratio) / norm;
    im = (b - a * ratio) / norm;
  }
}
template <class T> inline void quotient(T a, T b, T c, T d, T &re, T &im) {
  divide(a, b, c, d, re, im);
  if (is_nan(re) && is_nan(im))
    divide_special(a, b, c, d, re, im);
}

} // namespace sycl::detail::complex

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc99-extensions"
extern "C" {
#define SYCL_FUSE_COMPLEX(name, T, function)                                                                           \
  inline _Complex T name(T a, T b, T c, T d) {                                                                         \
    T re, im;                                                                                                          \
    sycl::detail::complex::function(a, b, c, d, re, im);                                                               \
    return __builtin_complex(re, im);                                                                                  \
  }
SYCL_FUSE_COMPLEX(__mulsc3, float, multiply)
SYCL_FUSE_COMPLEX(__muldc3, double, multiply)
SYCL_FUSE_COMPLEX(__divsc3, float, quotient)
SYCL_FUSE_COMPLEX(__divdc3, double, quotient)
#undef SYCL_FUSE_COMPLEX
inline float cabsf(_Complex float z) noexcept { return __builtin_hypotf(__real__ z, __imag__ z); }
inline double cabs(_Complex double z) noexcept { return __builtin_hypot(__real__ z, __imag__ z); }
inline float cargf(_Complex float z) noexcept { return __builtin_atan2f(__imag__ z, __real__ z); }
inline double carg(_Complex double z) noexcept { return __builtin_atan2(__imag__ z, __real__ z); }
}
#pragma clang diagnostic pop
#endif
