// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sin and cos of double: what is left of x after multiples of pi, and a polynomial. Numbers beyond a million are for
// libclc. Coefficients: Sollya's fpminimax, a relative error of 2^-62.
#include "Float.h"

extern "C" __attribute__((const, nothrow)) double _Z3sind(double), _Z3cosd(double);
SF_RARE_DOUBLE(sin)(double x) { return _Z3sind(x); }
SF_RARE_DOUBLE(cos)(double x) { return _Z3cosd(x); }

namespace {

constexpr double largest = 1e6; // twice the multiples of pi have 20 bits

// x - n * unit * pi, n of 20 bits. 33 bits each of pi, so that the first three products are exact.
inline double without(double x, double n, double unit) {
  x = mad(n, unit * -0x1.921fb544p1, x);
  x = mad(n, unit * -0x1.0b4611a6p-33, x);
  x = mad(n, unit * -0x1.3198a2ep-68, x);
  return mad(n, unit * -0x1.b839a252049c1p-103, x);
}

// Of [-pi / 2, pi / 2]; the zero's sign is r's.
inline double sine(double r) {
  double s = r * r;
  return r * polynomial(s, 1.0, -0x1.5555555555555p-3, 0x1.11111111110ddp-7, -0x1.a01a01a017078p-13,
                        0x1.71de3a5408dfap-19, -0x1.ae6455c153281p-26, 0x1.61242495d3f01p-33, -0x1.ae6856d184c37p-41,
                        0x1.906d60452e988p-49, -0x1.84aef9894a8cdp-58);
}

inline double negate_if_odd(double x, long n) { return double_from_bits(bits(x) ^ n << 63); }

} // namespace

SF_MATH_DOUBLE(sin)(double x) {
  double t = mad(x, 0x1.45f306dc9c883p-2, double_rounder), n = t - double_rounder;
  double result = negate_if_odd(sine(without(x, n, 1)), bits(t));
  if (__builtin_expect(!(abs(x) <= largest), 0))
    result = __sycl_math_rare_sin_f64(x);
  return result;
}

// cos(x) = -(-1)^n sin(x - (n + 1/2) pi)
SF_MATH_DOUBLE(cos)(double x) {
  double t = mad(x, 0x1.45f306dc9c883p-2, -0.5) + double_rounder, n = t - double_rounder;
  double result = negate_if_odd(sine(without(x, mad(n, 2.0, 1.0), 0.5)), bits(t) + 1);
  if (__builtin_expect(!(abs(x) <= largest), 0))
    result = __sycl_math_rare_cos_f64(x);
  return result;
}
