// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that several functions of double share. The coefficients come from Sollya's fpminimax.
#pragma once

#include "Float.h"

namespace {

constexpr double pi = 0x1.921fb54442d18p1;

// As parts of float (Float.h), but of finite numbers above 0 only. AVX2 has neither conversions nor signed shifts of 64
// bits: the exponent becomes the low bits of 2^52.
struct double_parts {
  double exponent, fraction;
};
inline double_parts split(double x) {
  constexpr long root_of_half = 0x3fe6a09e00000000, bias = 1023l << 52, mantissa = (1l << 52) - 1;
  bool denormal = x < 0x1p-1022;
  double y = denormal ? x * 0x1p54 : x;
  unsigned long shifted = static_cast<unsigned long>(bits(y) - root_of_half);
  long biased = static_cast<long>((shifted + bias) >> 52);
  double e = double_from_bits(biased | bits(0x1p52)) - (0x1p52 + 1023) - (denormal ? 54 : 0);
  return {e, double_from_bits((static_cast<long>(shifted) & mantissa) + root_of_half) - 1};
}

// p * 2^n, where rounded is n + double_rounder: two products, of which only the last one rounds. Half of n comes from
// another rounded sum, since there is no shift of signed numbers of 64 bits in AVX2.
inline double scale(double p, double rounded) {
  double n = rounded - double_rounder, half = 0.5 * n + double_rounder, rest = n - (half - double_rounder);
  double high = double_from_bits((bits(half) + 1023) << 52);
  double low = double_from_bits((bits(rest + double_rounder) + 1023) << 52);
  return p * high * low;
}

// e^r for |r| <= ln(2) / 2, relative error 2^-58.
inline double small_exp(double r) {
  return polynomial(r, 1.0, 1.0, 0x1.000000000000ap-1, 0x1.55555555554fep-3, 0x1.55555555506acp-5, 0x1.1111111126b2ep-7,
                    0x1.6c16c1847c94ap-10, 0x1.a01a012ffa32bp-13, 0x1.a019994c1311ep-16, 0x1.71df18b9a1062p-19,
                    0x1.28ae10fca39b6p-22, 0x1.ad937209d2824p-26);
}

// sin(pi x), exact zeros of the sign of x included. A relative error of 2^-54.
inline double sine_of_pi(double x) {
  double n = __builtin_elementwise_roundeven(x), r = n == 0 ? x : x - n;
  double sine =
      r * polynomial(r * r, pi, -0x1.4abbce625be39p2, 0x1.466bc67759fccp1, -0x1.32d2cce5e66ebp-1, 0x1.5078346ab756fp-4,
                     -0x1.e30741a6ba9a8p-8, 0x1.e8f023f73b579p-12, -0x1.6f0536efc6f87p-16, 0x1.8f9e5a08557f1p-21);
  return __builtin_elementwise_trunc(0.5 * n) != 0.5 * n ? -sine : sine;
}

} // namespace
