// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmod and remainder, exact: the quotient without its fraction, and what is left of the dividend. Those with quotients
// from 2^26 on divide by multiples of the divisor first.
#include "Float.h"

namespace {

constexpr float large = 0x1p26f;

template <class T> struct division {
  T quotient, rest; // an integer, and what is in [0, b)
};

// Of a >= 0 and b > 0 with a < 2^26 b. In double, a quotient of floats below an integer is not rounded to it, and
// its products are exact.
inline division<double> divide(float a, float b) {
  double dividend = a, q = __builtin_elementwise_trunc(dividend / b);
  return {q, dividend - q * b};
}
// In double it may be. Products with the halves of b are exact, and so are the differences.
inline division<double> divide(double a, double b) {
  double q = __builtin_elementwise_trunc(a / b);
  double high = double_from_bits(bits(b) & ~0x7ffffffl), low = b - high;
  double rest = (a - q * high) - q * low;
  bool too_much = rest < 0;
  return {too_much ? q - 1 : q, too_much ? rest + b : rest};
}

// Of a >= 2^26 b: less by a multiple of 2 b, so that it no longer is. Infinities and NaN stay.
template <class T> inline T reduce(T a, T b) {
  if (!(a < infinity) || !(b > 0))
    return a;
  while (a >= b * large) {
    T unit = 2 * b;
    while (a >= unit * large)
      unit *= 0x1p25f;
    a = static_cast<T>(divide(a, unit).rest);
  }
  return a;
}

inline float flip(float x, float sign) { return from_bits(bits(x) ^ (bits(sign) & bits(-0.0f))); }
inline double flip(double x, double sign) { return double_from_bits(bits(x) ^ (bits(sign) & bits(-0.0))); }

// Of |x| and |y|; the first one may have been reduced.
template <class T> inline T modulo(T x, T a, T b) {
  T rest = static_cast<T>(divide(a, b).rest);
  return copysign(a < b ? a : rest, x);
}
// The nearest integer is the quotient or the next one, of two the even one.
template <class T> inline T nearest(T x, T a, T b) {
  auto [q, rest] = divide(a, b);
  bool odd = __builtin_elementwise_trunc(0.5 * q) != 0.5 * q;
  bool next = rest + rest > b || (rest + rest == b && odd);
  T result = static_cast<T>(next ? rest - b : rest);
  return flip(b == infinity && a < b ? a : result, x);
}

} // namespace

SF_RARE(reduce)(float a, float b) { return reduce(a, b); }
SF_RARE_DOUBLE(reduce)(double a, double b) { return reduce(a, b); }

SF_MATH(fmod)(float x, float y) {
  float a = abs(x), b = abs(y);
  if (__builtin_expect(a >= b * large, 0))
    a = __sycl_math_rare_reduce_f32(a, b);
  return modulo(x, a, b);
}
SF_MATH(remainder)(float x, float y) {
  float a = abs(x), b = abs(y);
  if (__builtin_expect(a >= b * large, 0))
    a = __sycl_math_rare_reduce_f32(a, b);
  return nearest(x, a, b);
}
SF_MATH_DOUBLE(fmod)(double x, double y) {
  double a = abs(x), b = abs(y);
  if (__builtin_expect(a >= b * large, 0))
    a = __sycl_math_rare_reduce_f64(a, b);
  return modulo(x, a, b);
}
SF_MATH_DOUBLE(remainder)(double x, double y) {
  double a = abs(x), b = abs(y);
  if (__builtin_expect(a >= b * large, 0))
    a = __sycl_math_rare_reduce_f64(a, b);
  return nearest(x, a, b);
}
