// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log of double: x = 2^e (1 + f) and ln(1 + f) by a series in f / (2 + f). Coefficients: Sollya's fpminimax, a relative
// error of 2^-59.
#include "Float.h"

SF_MATH_DOUBLE(log)(double x) {
  constexpr long root_of_half = 0x3fe6a09e00000000, bias = 1023l << 52, mantissa = (1l << 52) - 1;
  bool denormal = x < 0x1p-1022;
  double y = denormal ? x * 0x1p54 : x;
  // AVX2 has neither conversions nor signed shifts of 64 bits: the exponent becomes the low bits of 2^52.
  unsigned long shifted = static_cast<unsigned long>(bits(y) - root_of_half);
  long biased = static_cast<long>((shifted + bias) >> 52);
  double e = double_from_bits(biased | bits(0x1p52)) - (0x1p52 + 1023) - (denormal ? 54 : 0);
  e = x == 0 ? -infinity : e;
  e = x == infinity ? infinity : e;
  double f = double_from_bits((static_cast<long>(shifted) & mantissa) + root_of_half) - 1;
  double s = f / (2 + f), s2 = s * s, half_square = 0.5 * f * f;
  double p = s2 * polynomial(s2, 0x1.5555555555592p-1, 0x1.999999997ff58p-2, 0x1.24924941dc60dp-2, 0x1.c71c5218e11f5p-3,
                             0x1.74663bf27dcf1p-3, 0x1.39a2024d18ee6p-3, 0x1.2f02bc1b2f46ap-3);
  double low = mad(s, half_square + p, e * 0x1.473de6af278edp-34);
  double result = mad(e, 0x1.62e42fefp-1, f - (half_square - low));
  return x >= 0 ? result : not_a_number;
}
