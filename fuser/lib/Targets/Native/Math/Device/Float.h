// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Building blocks of the functions of float. They have no branches, so that LLVM's vectorizer makes vectors of any
// width of them. Elements have the same bits as the scalar form: there are no approximations of the instruction set, no
// conversions of numbers that do not fit, no minnum or maxnum. Only mad() depends on the instruction set.
#pragma once

// A function of the library, of float and of double.
#define SF_MATH(name) extern "C" __attribute__((const, nothrow)) float __sycl_math_##name##_f32
#define SF_MATH_DOUBLE(name) extern "C" __attribute__((const, nothrow)) double __sycl_math_##name##_f64
// For the rare arguments of a function: what a vector loop calls for single elements, and only if there are any.
#define SF_RARE(name) extern "C" __attribute__((const, nothrow, noinline)) float __sycl_math_rare_##name##_f32
#define SF_RARE_DOUBLE(name) extern "C" __attribute__((const, nothrow, noinline)) double __sycl_math_rare_##name##_f64

namespace {

inline int bits(float x) { return __builtin_bit_cast(int, x); }
inline float from_bits(int x) { return __builtin_bit_cast(float, x); }
inline long bits(double x) { return __builtin_bit_cast(long, x); }
inline double double_from_bits(long x) { return __builtin_bit_cast(double, x); }

// a * b + c: rounded once where the instruction set has such an instruction, else twice.
inline float mad(float a, float b, float c) {
#pragma clang fp contract(on)
  return a * b + c;
}
inline double mad(double a, double b, double c) {
#pragma clang fp contract(on)
  return a * b + c;
}

// The sum of the first N of c, c[0] + c[1] * x + …, by halves, which do not wait for each other; powers: x, x^2, x^4 …
template <int N, class T> inline T sum(const T *c, const T *powers) {
  if constexpr (N == 1) {
    return c[0];
  } else {
    constexpr int level = N > 8 ? 3 : N > 4 ? 2 : N > 2 ? 1 : 0, low = 1 << level;
    return mad(powers[level], sum<N - low>(c + low, powers), sum<low>(c, powers));
  }
}
// first + x * (the sum of the rest): the addition of the largest term is the last one, so that it rounds alone.
template <class T, class... C> inline T polynomial(T x, T first, C... rest) {
  static_assert(sizeof...(rest) <= 16);
  const T all[] = {rest...}, x2 = x * x, x4 = x2 * x2, powers[] = {x, x2, x4, x4 * x4};
  return mad(x, sum<sizeof...(rest)>(all, powers), first);
}

inline float abs(float x) { return __builtin_elementwise_abs(x); }
inline float copysign(float x, float sign) { return __builtin_elementwise_copysign(x, sign); }
// NaN stays NaN.
inline float at_most(float x, float bound) { return x > bound ? bound : x; }
inline float at_least(float x, float bound) { return x < bound ? bound : x; }
inline double at_most(double x, double bound) { return x > bound ? bound : x; }
inline double at_least(double x, double bound) { return x < bound ? bound : x; }

inline double abs(double x) { return __builtin_elementwise_abs(x); }
inline double copysign(double x, double sign) { return __builtin_elementwise_copysign(x, sign); }

constexpr float infinity = __builtin_inff();
constexpr float not_a_number = __builtin_nanf("");

// To the nearest integer by adding 1.5 * 2^23, for |x| < 2^22: the sum keeps the integer in its low bits.
constexpr float rounder = 0x1.8p23f;
constexpr double double_rounder = 0x1.8p52;
inline int integer_of(float rounded) { return bits(rounded) - bits(rounder); }

inline float power_of_two(int n) { return from_bits((n + 127) << 23); }
// x * 2^n for n in [-252, 254]; only the last product rounds if x is in [0.5, 2].
inline float scale(float x, int n) {
  int half = n >> 1;
  return x * power_of_two(half) * power_of_two(n - half);
}

// 15 bits of ln(2), so that products with exponents are exact, and the rest.
constexpr float ln2_high = 0x1.62e4p-1f;
constexpr float ln2_low = 0x1.7f7d1cp-20f;
constexpr float log2_e = 0x1.715476p0f;

// A number x >= 0 as an exponent e and a fraction f: x = 2^e * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)]. The exponent
// of 0 is minus infinity, that of infinity plus infinity.
struct parts {
  float exponent, fraction;
};
inline parts split(float x) {
  constexpr int root_of_half = 0x3f3504f3;
  bool denormal = x < 0x1p-126f;
  float y = denormal ? x * 0x1p23f : x;
  int shifted = bits(y) - root_of_half;
  float e = static_cast<float>((shifted >> 23) - (denormal ? 23 : 0));
  e = x == 0 ? -infinity : e;
  e = x == infinity ? infinity : e;
  return {e, from_bits((shifted & 0x7fffff) + root_of_half) - 1};
}

} // namespace
