// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions of one float or double that have no LLVM intrinsic: written with arithmetic and bits, so that they
// give the same bits on every target and vectorize. Special cases: OpenCL C 3.0, 7.5.1 (which SYCL 2020, 4.17.5 refers
// to) and IEEE 754.
#pragma once

#include "sycl/detail/vec_shape.hpp"

#include <climits>
#include <cmath>

namespace sycl::detail::math {

// By size: the standard library does not know _Float16.
template <class T> inline constexpr int mantissa_bits = sizeof(T) == 2 ? 10 : sizeof(T) == 4 ? 23 : 52;
template <class T> inline constexpr int bias = sizeof(T) == 2 ? 15 : sizeof(T) == 4 ? 127 : 1023;
template <class T> using bits_t = uint_of_size<sizeof(T)>;
template <class T> inline constexpr bits_t<T> sign_bit = bits_t<T>(1) << (sizeof(T) * 8 - 1);

template <class T> bits_t<T> bits(T x) { return __builtin_bit_cast(bits_t<T>, x); }
template <class T> T from_bits(bits_t<T> x) { return __builtin_bit_cast(T, x); }
template <class T> bits_t<T> magnitude(T x) { return bits(x) & ~sign_bit<T>; }
template <class T> inline constexpr bits_t<T> infinity_bits = bits_t<T>(2 * bias<T> + 1) << mantissa_bits<T>;

template <class T> bool is_nan(T x) { return magnitude(x) > infinity_bits<T>; }
template <class T> bool is_inf(T x) { return magnitude(x) == infinity_bits<T>; }
template <class T> bool is_finite(T x) { return magnitude(x) < infinity_bits<T>; }
template <class T> T inf() { return from_bits<T>(infinity_bits<T>); }
template <class T> T nan() { return from_bits<T>(infinity_bits<T> | infinity_bits<T> >> 1); }
template <class T> T abs(T x) { return __builtin_elementwise_abs(x); }
template <class T> T copysign(T x, T sign) { return __builtin_elementwise_copysign(x, sign); }

// For a finite x other than 0.
template <class T> int exponent(T x) {
  bits_t<T> m = magnitude(x);
  int e = static_cast<int>(m >> mantissa_bits<T>);
  // A denormal: the position of its first bit.
  if (e == 0)
    return static_cast<int>(sizeof(T)) * 8 - 1 - static_cast<int>(__builtin_clzg(m | 1)) +
           (1 - bias<T> - mantissa_bits<T>);
  return e - bias<T>;
}
// FP_ILOGB0, FP_ILOGBNAN of the host and INT_MAX for infinities.
template <class T> int ilogb(T x) { return is_inf(x) ? INT_MAX : is_nan(x) || x == T(0) ? INT_MIN : exponent(x); }
template <class T> T logb(T x) {
  if (x == T(0))
    return -inf<T>();
  return is_finite(x) ? static_cast<T>(exponent(x)) : x * x;
}

// 2 to the n, a normal number.
template <class T> T power_of_two(int n) {
  return from_bits<T>(static_cast<bits_t<T>>(n + bias<T>) << mantissa_bits<T>);
}

// Only the last multiplication rounds: the ones before are exact, also where the result is denormal.
template <class T> T ldexp(T x, int n) {
  constexpr int most = bias<T>, least = 1 - bias<T> + mantissa_bits<T> + 1;
  for (int step = 0; step < 2; ++step)
    if (n > most) {
      x *= power_of_two<T>(most);
      n -= most;
    } else if (n < 1 - bias<T>) {
      x *= power_of_two<T>(least);
      n -= least;
    }
  n = n > most ? most : n < 1 - bias<T> ? 1 - bias<T> : n;
  return x * power_of_two<T>(n);
}

template <class T> int frexp_exponent(T x) { return is_finite(x) && x != T(0) ? exponent(x) + 1 : 0; }
// The fraction in [0.5, 1) that belongs to it; zeros, infinities and NaN are their own.
template <class T> T frexp_fraction(T x) {
  if (!is_finite(x) || x == T(0))
    return x;
  bits_t<T> m = magnitude(x), mask = (bits_t<T>(1) << mantissa_bits<T>)-1;
  int shift = m >> mantissa_bits<T>
                  ? 0
                  : static_cast<int>(__builtin_clzg(m)) - (static_cast<int>(sizeof(T)) * 8 - 1 - mantissa_bits<T>);
  return from_bits<T>((bits(x) & sign_bit<T>) | (static_cast<bits_t<T>>(bias<T> - 1) << mantissa_bits<T>) |
                      ((m << shift) & mask));
}

template <class T> T modf_fraction(T x) {
  T whole = __builtin_elementwise_trunc(x);
  return copysign(is_inf(x) ? T(0) : x - whole, x);
}

template <class T> T next_after(T x, T y) {
  if (is_nan(x) || is_nan(y))
    return nan<T>();
  if (x == y)
    return y;
  if (x == T(0))
    return from_bits<T>((bits(y) & sign_bit<T>) | 1);
  return from_bits<T>((x < y) == (x > T(0)) ? bits(x) + 1 : bits(x) - 1);
}

template <class T> T fdim(T x, T y) { return x <= y ? T(0) : x - y; }
template <class T> T fmin(T x, T y) { return __builtin_elementwise_minnum(x, y); }
template <class T> T fmax(T x, T y) { return __builtin_elementwise_maxnum(x, y); }
template <class T> T maxmag(T x, T y) { return abs(x) > abs(y) ? x : abs(y) > abs(x) ? y : fmax(x, y); }
template <class T> T minmag(T x, T y) { return abs(x) < abs(y) ? x : abs(y) < abs(x) ? y : fmin(x, y); }

template <class T> T pow(T x, T y) { return __builtin_elementwise_pow(x, y); }
// T(n) is exact for up to 24 bits; the two parts of a larger n have one sign, so that neither power leaves the range
// that the result is in.
template <class T> T pown(T x, int n) {
  int low = n % 256;
  if (sizeof(T) == 8 || (n > -(1 << 24) && n < (1 << 24)))
    return pow(x, static_cast<T>(n));
  return pow(x, static_cast<T>(n - low)) * pow(x, static_cast<T>(low));
}
template <class T> T powr(T x, T y) {
  bool undefined =
      x < T(0) || is_nan(x) || is_nan(y) || (y == T(0) && (x == T(0) || is_inf(x))) || (x == T(1) && is_inf(y));
  return undefined ? nan<T>() : pow(abs(x), y);
}
// x to the 1 / n: what 1 / n loses by rounding is made up for to first order.
template <class T> T rootn(T x, int n) {
  if (n == 0 || (x < T(0) && n % 2 == 0))
    return nan<T>();
  T divisor = static_cast<T>(n), inverse = T(1) / divisor, root = pow(abs(x), inverse);
  if (is_finite(x) && x != T(0) && is_finite(root)) {
    T rest = -__builtin_elementwise_fma(inverse, divisor, T(-1)) / divisor;
    if (sizeof(T) == 4) // n may have more bits than a float
      rest -= static_cast<T>(n - static_cast<long long>(divisor)) * inverse * inverse;
    root = __builtin_elementwise_fma(root, rest * __builtin_elementwise_log(abs(x)), root);
  }
  return n % 2 ? copysign(root, x) : root;
}

template <class T> inline constexpr T pi = static_cast<T>(3.14159265358979323846264338327950288L);
template <class T> inline constexpr T inverse_pi = static_cast<T>(0.318309886183790671537767526745028724L);

// x - n / 2 in [-1/4, 1/4], exact, and n modulo 4, for x >= 0.
template <class T> T quarter_turn(T x, int &n) {
  T r = x - T(2) * __builtin_elementwise_roundeven(x / T(2)), quarters = __builtin_elementwise_roundeven(T(2) * r);
  // An infinity or NaN is in no quarter: the conversion would be undefined.
  n = is_finite(x) ? static_cast<int>(quarters) & 3 : 0;
  return r - quarters / T(2);
}
template <class T> T sinpi(T x) {
  int n = 0;
  T t = quarter_turn(abs(x), n) * pi<T>;
  T s = n & 1 ? __builtin_elementwise_cos(t) : t == T(0) ? T(0) : __builtin_elementwise_sin(t);
  return copysign(T(1), x) * (n & 2 && s != T(0) ? -s : s);
}
template <class T> T cospi(T x) {
  int n = 0;
  T t = quarter_turn(abs(x), n) * pi<T>;
  T c = !(n & 1) ? __builtin_elementwise_cos(t) : t == T(0) ? T(0) : __builtin_elementwise_sin(t);
  return (n == 1 || n == 2) && c != T(0) ? -c : c;
}
template <class T> T tanpi(T x) {
  T a = abs(x), r = a - __builtin_elementwise_roundeven(a), t = T(0);
  if (r == T(0)) // of odd integers it is -0
    t = abs(a - T(2) * __builtin_elementwise_roundeven(a / T(2))) == T(1) ? T(-0.0) : T(0);
  else if (abs(r) <= T(0.25))
    t = __builtin_elementwise_tan(r * pi<T>);
  else
    t = copysign(T(1) / __builtin_elementwise_tan((T(0.5) - abs(r)) * pi<T>), r);
  return is_finite(x) ? copysign(T(1), x) * t : nan<T>();
}

// The C library's double is up to 4 units off (glibc); a step of Newton's method with the exact cube leaves one.
inline float cbrt(float x) { return __builtin_cbrtf(x); }
inline double cbrt(double x) {
  if (!is_finite(x) || x == 0)
    return x;
  // Cubes keep all their bits.
  double to = abs(x) < 0x1p-900  ? 0x1p600
              : abs(x) > 0x1p900 ? 0x1p-600
                                 : 1,
         back = to > 1   ? 0x1p-200
                : to < 1 ? 0x1p200
                         : 1;
  double y = x * to, r = __builtin_cbrt(y), square = r * r, cube = square * r;
  double lost = __builtin_elementwise_fma(square, r, -cube) + __builtin_elementwise_fma(r, r, -square) * r;
  return (r - ((cube - y) + lost) / (3 * square)) * back;
}

inline float remainder(float x, float y) { return __builtin_remainderf(x, y); }
inline double remainder(double x, double y) { return __builtin_remainder(x, y); }
// The seven lowest bits of the quotient, with its sign, and the remainder that remainder() gives.
template <class T> T remquo(T x, T y, int &quotient) {
  T r = remainder(x, y);
  quotient = 0;
  if (is_nan(r) || !is_finite(y))
    return r;
  // A multiple of 128 * y less: the same remainder, a quotient of seven bits.
  T span = T(128) * abs(y), a = abs(x) >= span ? __builtin_elementwise_fmod(x, span) : x;
  int n = static_cast<int>(__builtin_elementwise_roundeven((a - r) / y));
  quotient = n < 0 ? -(-n & 127) : n & 127;
  return r;
}

inline float lgamma(float x) {
#ifdef __SYCL_DEVICE_ONLY__
  return __builtin_lgammaf(x);
#else
  int sign; // lgamma writes to a global variable, which threads would share
  return ::lgammaf_r(x, &sign);
#endif
}
inline double lgamma(double x) {
#ifdef __SYCL_DEVICE_ONLY__
  return __builtin_lgamma(x);
#else
  int sign;
  return ::lgamma_r(x, &sign);
#endif
}
// The sign of the gamma function: negative between the poles at -1 and 0, -3 and -2 …, and at -0; 1 at the poles.
template <class T> int gamma_sign(T x) {
  T whole = __builtin_elementwise_floor(x);
  bool odd = whole - T(2) * __builtin_elementwise_floor(whole / T(2)) == T(1);
  return (x < T(0) && x != whole && odd) || (x == T(0) && bits(x) != 0) ? -1 : 1;
}

} // namespace sycl::detail::math
