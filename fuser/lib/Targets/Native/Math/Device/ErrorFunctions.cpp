// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tanh, erf, erfc: exponentials whose exponent is not rounded in between. Coefficients: Sollya's remez and fpminimax.
#include "Float.h"

// tanh(x) = m / (m + 2), where m = e^(2x) - 1
SF_MATH(tanh)(float x) {
  float y = at_most(2 * abs(x), 20);
  float t = mad(y, log2_e, rounder), n = t - rounder;
  float r = mad(n, -ln2_low, mad(n, -ln2_high, y));
  float q = polynomial(r, 0x1.fffffep-2f, 0x1.5554bp-3f, 0x1.555718p-5f, 0x1.1227c2p-7f, 0x1.6b71a8p-10f);
  float power = power_of_two(integer_of(t));
  float m = mad(power, mad(r * r, q, r), power - 1);
  return copysign(m / (m + 2), x);
}

// Up to 1 an odd polynomial; from there 1 - 2^-z, absolute error 2^-26.
SF_MATH(erf)(float x) {
  float a = abs(x), s = x * x;
  float near = x * polynomial(s, 0x1.20dd74p0f, -0x1.81266p-2f, 0x1.ce077cp-4f, -0x1.b5937p-6f, 0x1.420828p-8f,
                              -0x1.268bc2p-11f);
  float b = at_most(a, 4);
  float z =
      polynomial(b, 0x1.f936d4p-9f, 0x1.9cb416p0f, 0x1.e371dep-1f, 0x1.05e1cp-3f, -0x1.5d4fc4p-6f, 0x1.b314d6p-10f);
  float t = rounder - z, r = -(t - rounder) - z;
  float e = power_of_two(integer_of(t)) *
            polynomial(r, 1.0f, 0x1.62e42ap-1f, 0x1.ebf9b8p-3f, 0x1.c6b69ap-5f, 0x1.3cebdp-7f, 0x1.5bfe92p-10f);
  return a > 1 ? copysign(1 - e, x) : near;
}

// Of a = |x|: e^(-a * a) * t * p(t), where t = 1 / (1 + a / 2); the relative error of p is 2^-26.
SF_MATH(erfc)(float x) {
  float a = at_most(abs(x), 10.5f);
  float t = 1 / mad(a, 0.5f, 1.0f);
  float p = polynomial(t, 0x1.20d5b4p-2f, 0x1.21a164p-2f, 0x1.e90388p-3f, 0x1.cc948cp-3f, -0x1.8aa2dap-4f,
                       0x1.ab7772p-2f, -0x1.549c9cp-1f, 0x1.b373dap-2f, -0x1.f2458cp-4f, 0x1.889c5ap-7f);
  // a * a in two parts; the first is exact.
  float high = from_bits(bits(a) & ~0xfff), low = (a - high) * (a + high);
  float square = high * high;
  float k = mad(square + low, -log2_e, rounder), n = k - rounder;
  float r = mad(n, -ln2_low, mad(n, -ln2_high, -square)) - low;
  float e = polynomial(r, 1.0f, 1.0f, 0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.5558a2p-5f, 0x1.123adp-7f, 0x1.6a5e34p-10f);
  float result = scale(e * (t * p), integer_of(k));
  return x < 0 ? 2 - result : result;
}
