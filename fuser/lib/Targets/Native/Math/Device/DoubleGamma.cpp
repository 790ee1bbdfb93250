// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tgamma and lgamma of double, of z = |x| first: below 8 by steps from 2, where a polynomial is; from there by
// Stirling's series, in two parts, since an error of the exponent is the result's relative one. For x < 0 the
// reflection gamma(x) gamma(z) = pi / (z sin(pi x)).
#include "DoubleSteps.h"

namespace {

// A number as a sum, of which low is the small part.
struct two_parts {
  double high, low;
};
// Of numbers of any size, exact.
inline two_parts sum_of(double a, double b) {
  double high = a + b, of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b)};
}
// The upper 26 bits, so that products of two such numbers are exact.
inline double upper(double x) { return double_from_bits(bits(x) & ~0x7ffffffl); }

// ln(x) of a number x >= 0, absolute error 2^-59: high is a multiple of 2^-33, low at most 0.004. As log's, with 31
// bits of the quotient s1 apart. Coefficients as there.
inline two_parts logarithm(double x) {
  auto [e, f] = split(x);
  double t = 2 + f, s = f / t, s2 = s * s;
  // 22 bits of 2 + f, and the rest: the product with s1 is exact.
  double s1 = (s + 0x1.8p19) - 0x1.8p19, t1 = (t + 0x1.8p32) - 0x1.8p32, t0 = f - (t1 - 2);
  double s0 = ((f - s1 * t1) - s1 * t0) / t;
  double p = s2 * polynomial(s2, 0x1.5555555555592p-1, 0x1.999999997ff58p-2, 0x1.24924941dc60dp-2, 0x1.c71c5218e11f5p-3,
                             0x1.74663bf27dcf1p-3, 0x1.39a2024d18ee6p-3, 0x1.2f02bc1b2f46ap-3);
  return {e * 0x1.62e42fefp-1 + 2 * s1, mad(s, p, mad(e, 0x1.473de6af278edp-34, 2 * s0))};
}

// ln(gamma(w)) for w >= 8.
inline two_parts stirling(double w) {
  constexpr double half_log_of_2_pi = 0x1.d67f1c864beb4p-1;
  auto [high, low] = logarithm(w);
  double a = w - 0.5, first = upper(a), log_first = upper(high), product = first * log_first;
  double others = (a - first) * log_first + a * ((high - log_first) + low);
  double inverse = 1 / w;
  double series = inverse * polynomial(inverse * inverse, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188,
                                       -691.0 / 360360, 1.0 / 156, -3617.0 / 122400);
  double most = product - w, lost = (product - most) - w;
  double less = lost + (others + (half_log_of_2_pi + series));
  double sum = most + less;
  return {sum, less - (sum - most)};
}

// ln(gamma(2 + y)) / y for |y| <= 1/2, a relative error of 2^-53. Coefficients: Sollya's fpminimax of 99 terms of the
// series (1 - Euler's constant) y + sum of (-1)^k (zeta(k) - 1) y^k / k, of 60 digits.
inline double log_slope_from_2(double y) {
  return polynomial(y, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60f94p-2, -0x1.13e001a557398p-4, 0x1.51322ac7e6226p-6,
                    -0x1.e404fc22858fbp-8, 0x1.7add6e954de1bp-9, -0x1.38ac5ba0f69dap-10, 0x1.0b36b924bf7e1p-11,
                    -0x1.d3fd993ec243p-13, 0x1.a123b029af2dfp-14, -0x1.78d29db314c3dp-15, 0x1.58860d05d30e4p-16,
                    -0x1.3dc6c1f55cb26p-17, 0x1.1da3c402fed46p-18, -0x1.0440af494674cp-19, 0x1.461f6f75f2c53p-20,
                    -0x1.4b13954afcd9fp-21);
}

// (gamma(2 + y) - 1) / y for |y| <= 1/2; of gamma(2 + y), an error of 2^-52. Coefficients: fpminimax of that
// series' exponential.
inline double gamma_slope_from_2(double y) {
  return polynomial(y, 0x1.b0ee6072093cap-2, 0x1.a5b978b96be25p-2, 0x1.4e239984673ccp-4, 0x1.301fbb0f4382fp-4,
                    -0x1.17f374d394582p-12, 0x1.6d7eea9471a2ep-7, -0x1.75e6e5bf1b882p-9, 0x1.13c45f1ed8ce6p-9,
                    -0x1.e21ffbf95f4fp-11, 0x1.0116571e4215p-11, -0x1.f9293938ae2c9p-13, 0x1.ff6599feb6c37p-14,
                    -0x1.006a1a3a08073p-14, 0x1.ece38b3f41922p-16, -0x1.db58ff8851685p-17, 0x1.4eefbb04dbd0cp-17,
                    -0x1.72ca1a87547ecp-18);
}

// Where z is from 2, whole steps away: gamma(2 + y) is steps gamma(z), if back, else gamma(z) / steps. Numbers from 8
// on are not near and make no steps.
struct place {
  bool near, back, at_0;
  double y, steps;
};
inline place place_of(double z) {
  double k = __builtin_elementwise_roundeven(at_most(z, 8)), steps = 1;
  // (z - 1) … (z - k + 2): exact differences.
#pragma clang loop unroll(full)
  for (int n = 1; n != 7; ++n)
    steps *= k >= n + 2 ? z - n : 1;
  bool near = z < 8;
  return {near, k < 2, k == 0, near ? z - k : 0, k == 0 ? z * (z + 1) : k == 1 ? z : near ? steps : 1};
}

} // namespace

SF_MATH_DOUBLE(tgamma)(double x) {
  bool negative = x < 0;
  // From 200 on, the result is infinite or, of x < 0, 0.
  double z = at_most(abs(x), 200);
  place p = place_of(z);
  auto [high, low] = stirling(at_least(z, 8));
  double t = mad(high, 0x1.71547652b82fep0, double_rounder), n = t - double_rounder;
  double r = mad(n, -0x1.62e42fefp-1, high) + mad(n, -0x1.473de6af278edp-34, low);
  double power = p.near ? mad(p.y, gamma_slope_from_2(p.y), 1.0) : small_exp(r);
  // gamma(z) = whole / part * 2^n
  double whole = p.back ? power : power * p.steps, part = p.back ? p.steps : 1;
  double sine = sine_of_pi(x);
  n = p.near ? 0 : n;
  double quotient = (negative ? pi * part : whole) / (negative ? z * sine * whole : part);
  double result = scale(quotient, (negative ? -n : n) + double_rounder);
  result = abs(x) < 0x1p-60 ? 1 / x : result;
  return negative && sine == 0 ? not_a_number : result;
}

SF_MATH_DOUBLE(lgamma)(double x) {
  bool negative = x < 0;
  double z = abs(x), sine = abs(sine_of_pi(x));
  place p = place_of(z);
  // From 2^60 on, no more than z (ln(z) - 1) counts.
  bool huge = z > 0x1p60;
  auto [large_high, large_low] = stirling(at_most(at_least(z, 8), 0x1p60));
  double high = p.near ? p.y * log_slope_from_2(p.y) : large_high, low = p.near ? 0 : large_low;
  // |gamma(x) gamma(z)| = pi / (z sine), and z is one of the steps back.
  constexpr double one_over_pi = 0x1.45f306dc9c883p-2;
  double reflected = one_over_pi * sine * (p.back ? 1 : z * p.steps) / (p.at_0 ? 1 + z : 1);
  reflected = z < 0x1p-60 ? z : reflected;
  auto [log_high, log_low] = logarithm(negative ? reflected : huge ? z : p.steps);
  bool minus = !negative && p.back;
  auto [sum, lost] = sum_of(high, minus ? -log_high : log_high);
  double result = sum + (lost + (low + (minus ? -log_low : log_low)));
  result = negative ? -result : result;
  result = huge ? z * ((log_high - 1) + log_low) : result;
  result = z == infinity || (negative && sine == 0) || z == 0 ? infinity : result;
  return x == x ? result : x;
}
