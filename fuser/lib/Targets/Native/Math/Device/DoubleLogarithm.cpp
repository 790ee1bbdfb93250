// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log of double: x = 2^e (1 + f) and ln(1 + f) by a series in f / (2 + f). Coefficients: Sollya's fpminimax, a relative
// error of 2^-59.
#include "DoubleSteps.h"

SF_MATH_DOUBLE(log)(double x) {
  auto [e, f] = split(x);
  e = x == 0 ? -infinity : e;
  e = x == infinity ? infinity : e;
  double s = f / (2 + f), s2 = s * s, half_square = 0.5 * f * f;
  double p = s2 * polynomial(s2, 0x1.5555555555592p-1, 0x1.999999997ff58p-2, 0x1.24924941dc60dp-2, 0x1.c71c5218e11f5p-3,
                             0x1.74663bf27dcf1p-3, 0x1.39a2024d18ee6p-3, 0x1.2f02bc1b2f46ap-3);
  double low = mad(s, half_square + p, e * 0x1.473de6af278edp-34);
  double result = mad(e, 0x1.62e42fefp-1, f - (half_square - low));
  return x >= 0 ? result : not_a_number;
}
