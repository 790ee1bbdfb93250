// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp, exp2, exp10 of double: 2^n times a polynomial of what is left. Coefficients: Sollya's fpminimax, relative errors
// of 2^-58.
#include "DoubleSteps.h"

namespace {

// 2^r for |r| <= 1/2
inline double small_exp2(double r) {
  return polynomial(r, 1.0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a12cp-5, 0x1.3b2ab6fb9fda5p-7,
                    0x1.5d87fe789e971p-10, 0x1.4309130f6d122p-13, 0x1.ffcbfc66852f4p-17, 0x1.62bfc65859696p-20,
                    0x1.b52522bd3cc11p-24, 0x1.e61d45627b34ap-28, 0x1.e973173b0ee8cp-32);
}

} // namespace

SF_MATH_DOUBLE(exp)(double x) {
  x = at_least(at_most(x, 710), -746);
  double t = mad(x, 0x1.71547652b82fep0, double_rounder), n = t - double_rounder;
  // 33 bits of ln(2), so that products with n are exact, and the rest.
  double r = mad(n, -0x1.473de6af278edp-34, mad(n, -0x1.62e42fefp-1, x));
  return scale(small_exp(r), t);
}

SF_MATH_DOUBLE(exp2)(double x) {
  x = at_least(at_most(x, 1025), -1080);
  double t = x + double_rounder;
  return scale(small_exp2(x - (t - double_rounder)), t);
}

SF_MATH_DOUBLE(exp10)(double x) {
  x = at_least(at_most(x, 309), -325);
  double t = mad(x, 0x1.a934f0979a371p1, double_rounder), n = t - double_rounder;
  // What is left of x, in two parts, and its product with ln(10), too: 26 bits of each are an exact one.
  double high = mad(n, -0x1.34413509f78p-2, x), low = n * -0x1.fef311f12b358p-46;
  double first = double_from_bits(bits(high) & ~0x7ffffffl), rest = (high - first) + low;
  double e = first * 0x1.26bb1b8p1, f = mad(rest, 0x1.26bb1bbb55516p1, first * 0x1.daaa8ac16ea57p-26);
  return scale(small_exp(e) * (1 + f), t);
}
