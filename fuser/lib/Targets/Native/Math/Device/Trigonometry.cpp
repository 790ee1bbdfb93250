// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sin, cos, tan: what is left of x after multiples of pi, and a polynomial. Numbers beyond 12,000 need hundreds of bits
// of pi: libclc has the code. Coefficients: Sollya's fpminimax, relative errors of 2^-28 and 2^-26.
#include "Float.h"

extern "C" __attribute__((const, nothrow)) float _Z3sinf(float), _Z3cosf(float), _Z3tanf(float);
SF_RARE(sin)(float x) { return _Z3sinf(x); }
SF_RARE(cos)(float x) { return _Z3cosf(x); }
SF_RARE(tan)(float x) { return _Z3tanf(x); }

namespace {

constexpr float largest = 12000; // multiples of pi have 12 bits, those of pi / 2 have 13

// x - n * unit * pi, n of 13 bits. 11 bits each of pi, so that the first three products are exact.
inline float without(float x, float n, float unit) {
  x = mad(n, unit * -0x1.92p1f, x);
  x = mad(n, unit * -0x1.fb4p-11f, x);
  x = mad(n, unit * -0x1.444p-23f, x);
  return mad(n, unit * -0x1.68c234p-38f, x);
}

// Of [-pi / 2, pi / 2]; the zero's sign is r's.
inline float sine(float r) {
  float s = r * r;
  return r * polynomial(s, 1.0f, -0x1.55554cp-3f, 0x1.110edap-7f, -0x1.9f70e8p-13f, 0x1.5dc80cp-19f);
}

inline float negate_if_odd(float x, int n) { return from_bits(bits(x) ^ n << 31); }

} // namespace

SF_MATH(sin)(float x) {
  float t = mad(x, 0x1.45f306p-2f, rounder), n = t - rounder;
  float result = negate_if_odd(sine(without(x, n, 1)), integer_of(t));
  if (__builtin_expect(!(abs(x) <= largest), 0))
    result = __sycl_math_rare_sin_f32(x);
  return result;
}

// cos(x) = -(-1)^n sin(x - (n + 1/2) pi)
SF_MATH(cos)(float x) {
  float t = mad(x, 0x1.45f306p-2f, -0.5f) + rounder, n = t - rounder;
  float result = negate_if_odd(sine(without(x, mad(n, 2.0f, 1.0f), 0.5f)), integer_of(t) + 1);
  if (__builtin_expect(!(abs(x) <= largest), 0))
    result = __sycl_math_rare_cos_f32(x);
  return result;
}

SF_MATH(tan)(float x) {
  float t = mad(x, 0x1.45f306p-1f, rounder), n = t - rounder;
  float r = without(x, n, 0.5f), s = r * r;
  float p = r * polynomial(s, 1.0f, 0x1.5554dcp-2f, 0x1.112e48p-3f, 0x1.b5799p-5f, 0x1.90c2bep-6f, 0x1.929182p-9f,
                           0x1.347bf8p-7f);
  float result = integer_of(t) & 1 ? -1 / p : p;
  if (__builtin_expect(!(abs(x) <= largest), 0))
    result = __sycl_math_rare_tan_f32(x);
  return result;
}
