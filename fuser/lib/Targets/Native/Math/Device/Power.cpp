// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pow: 2^(y log2(x)), with the logarithm and the product in double. Coefficients of the logarithm: Sollya's remez, a
// relative error of 2^-31.
#include "Float.h"

SF_MATH(pow)(float x, float y) {
  auto [exponent, fraction] = split(abs(x));
  double f = fraction;
  double log2_x =
      mad(f,
          polynomial(f, 0x1.71547656acd62p0, -0x1.715476265d94cp-1, 0x1.ec707ec378488p-2, -0x1.71549427c7d2cp-2,
                     0x1.2780969340494p-2, -0x1.ec78f822d6279p-3, 0x1.a3e9e98de4cc7p-3, -0x1.6e76d5ebd9a36p-3,
                     0x1.608b98c1d5a3dp-3, -0x1.59f96a060440cp-3, 0x1.8c07288ef3144p-4),
          static_cast<double>(exponent));
  double z = at_least(at_most(y * log2_x, 129), -151);
  z = abs(x) == 1 || y == 0 ? 0 : z; // where an infinity or NaN does not count
  double t = z + double_rounder, n = t - double_rounder;
  float r = static_cast<float>(z - n);
  float p = polynomial(r, 1.0f, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af74p-5f, 0x1.3b3098p-7f, 0x1.5f0ccap-10f,
                       0x1.3fabfep-13f);
  float result = scale(p, static_cast<int>(bits(t)));

  float half = 0.5f * y;
  bool whole = __builtin_elementwise_trunc(y) == y, odd = whole && __builtin_elementwise_trunc(half) != half;
  bool negative = bits(x) < 0;
  result = from_bits(bits(result) | (odd && negative ? 1 << 31 : 0));
  // The root of a negative number; a NaN but in 1^y and x^0.
  bool root = negative && x != 0 && x != -infinity && !whole;
  bool nan = (x != x || y != y) && x != 1 && y != 0;
  return root || nan ? not_a_number : result;
}
