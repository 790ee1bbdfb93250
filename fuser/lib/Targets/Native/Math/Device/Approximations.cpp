// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native:: and half_precision::, of 19 bits: short polynomials, no rare arguments, no denormal numbers. What native::
// leaves undefined, half_precision:: computes as IEEE 754 has it: zeros, infinities, NaN. Instructions for
// approximations are no use, since processors give different bits. Coefficients: Sollya's fpminimax, relative errors of
// 2^-20 to 2^-23.
#include "Float.h"

namespace {

constexpr float ln2 = 0x1.62e43p-1f, log10_2 = 0x1.344136p-2f, log2_10 = 0x1.a934fp1f, smallest = 0x1p-126f;

// 2^z: 0 from z = -127 down, infinite from 128 up.
inline float native_power(float z) {
  z = at_least(at_most(z, 128), -127);
  float t = z + rounder, r = z - (t - rounder);
  float p = polynomial(r, 1.0f, 0x1.62e42ap-1f, 0x1.ebf9bap-3f, 0x1.c6b69ap-5f, 0x1.3ceaf8p-7f, 0x1.5bfd58p-10f);
  return from_bits(bits(p) + static_cast<int>(static_cast<unsigned>(bits(t)) << 23));
}
inline float half_power(float z) {
  float result = z < -126 ? 0 : native_power(z);
  return z != z ? z : result;
}

// log2 of a normal x > 0
inline float native_logarithm(float x) {
  constexpr int root_of_half = 0x3f3504f3;
  int shifted = bits(x) - root_of_half;
  float e = static_cast<float>(shifted >> 23), f = from_bits((shifted & 0x7fffff) + root_of_half) - 1;
  return mad(f,
             polynomial(f, 0x1.71548ep0f, -0x1.71569p-1f, 0x1.ec295ap-2f, -0x1.6fff66p-2f, 0x1.2ecd1p-2f,
                        -0x1.13c69cp-2f, 0x1.5f6f62p-3f),
             e);
}
inline float half_logarithm(float x) {
  float result = x < smallest ? -infinity : native_logarithm(x);
  result = x == infinity ? infinity : result;
  return x <= -smallest || x != x ? not_a_number : result;
}

// x - n * unit * pi; 8 bits of pi, so that the first product is exact, and 24 more.
inline float without(float x, float n, float unit) {
  return mad(n, unit * -0x1.fb5444p-11f, mad(n, unit * -0x1.92p1f, x));
}
inline float sine(float r) {
  return r * polynomial(r * r, 0x1.ffffep-1f, -0x1.554f7ap-3f, 0x1.105cf8p-7f, -0x1.83b50ep-13f);
}
inline float negate_if_odd(float x, float rounded) {
  return from_bits(bits(x) ^ static_cast<int>(static_cast<unsigned>(bits(rounded)) << 31));
}

} // namespace

SF_MATH(native_exp)(float x) { return native_power(x * log2_e); }
SF_MATH(native_exp2)(float x) { return native_power(x); }
SF_MATH(native_exp10)(float x) { return native_power(x * log2_10); }
SF_MATH(native_log)(float x) { return native_logarithm(x) * ln2; }
SF_MATH(native_log2)(float x) { return native_logarithm(x); }
SF_MATH(native_log10)(float x) { return native_logarithm(x) * log10_2; }
SF_MATH(native_powr)(float x, float y) { return native_power(y * native_logarithm(x)); }

SF_MATH(half_exp)(float x) { return half_power(x * log2_e); }
SF_MATH(half_exp2)(float x) { return half_power(x); }
SF_MATH(half_exp10)(float x) { return half_power(x * log2_10); }
SF_MATH(half_log)(float x) { return half_logarithm(x) * ln2; }
SF_MATH(half_log2)(float x) { return half_logarithm(x); }
SF_MATH(half_log10)(float x) { return half_logarithm(x) * log10_2; }
SF_MATH(half_powr)(float x, float y) { return half_power(y * half_logarithm(x)); }

SF_MATH(native_sin)(float x) {
  float t = mad(x, 0x1.45f306p-2f, rounder);
  return negate_if_odd(sine(without(x, t - rounder, 1)), t);
}
// cos(x) = (-1)^n sin((n + 1/2) pi - x)
SF_MATH(native_cos)(float x) {
  float t = mad(x, 0x1.45f306p-2f, -0.5f) + rounder, n = t - rounder;
  return negate_if_odd(-sine(without(x, mad(n, 2.0f, 1.0f), 0.5f)), t);
}
SF_MATH(native_tan)(float x) {
  float t = mad(x, 0x1.45f306p-1f, rounder), r = without(x, t - rounder, 0.5f);
  float p = r * polynomial(r * r, 0x1.fffff8p-1f, 0x1.555c52p-2f, 0x1.101098p-3f, 0x1.d49fb6p-5f, 0x1.994f54p-7f,
                           0x1.4e770cp-6f);
  return bits(t) & 1 ? -1 / p : p;
}

// Half of the exponent, negated, is off by 3.5 %: c is near 1, and the polynomial is 1 / sqrt(c).
SF_MATH(native_rsqrt)(float x) {
  float y = from_bits(0x5f3759df - (bits(x) >> 1)), c = x * y * y;
  return y * polynomial(c, 0x1.182f0cp1f, -0x1.1863p1f, 0x1.5071aap0f, -0x1.40273ap-2f);
}
