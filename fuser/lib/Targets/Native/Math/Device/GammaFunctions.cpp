// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tgamma and lgamma of float, in double: Stirling's series from 8 on, to which gamma(z + 8) = z (z + 1) … (z + 7)
// gamma(z) leads, and the reflection gamma(x) gamma(1 - x) = pi / sin(pi x) below 1/2.
#include "DoubleSteps.h"

SF_MATH_DOUBLE(exp)(double);
SF_MATH_DOUBLE(log)(double);

namespace {

// gamma(z) = e^logarithm / product, for z >= 1/2.
struct gamma_parts {
  double logarithm, product;
};
inline gamma_parts gamma(double z) {
  bool small = z < 8;
  double u = z * (z + 7), product = u * (u + 6) * (u + 10) * (u + 12);
  double w = small ? z + 8 : z, inverse = 1 / w;
  double series = inverse * polynomial(inverse * inverse, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188,
                                       -691.0 / 360360, 1.0 / 156, -3617.0 / 122400);
  constexpr double half_log_of_2_pi = 0x1.d67f1c864beb4p-1;
  return {(w - 0.5) * __sycl_math_log_f64(w) - w + (half_log_of_2_pi + series), small ? product : 1};
}

} // namespace

SF_MATH(tgamma)(float x) {
  bool reflected = x < 0.5f;
  // From 64 on, the result is infinite or, reflected, 0.
  auto [logarithm, product] = gamma(at_most(reflected ? 1.0 - x : x, 64));
  double power = __sycl_math_exp_f64(logarithm), sine = sine_of_pi(x);
  double result = (reflected ? pi * product : power) / (reflected ? sine * power : product);
  return x < 0 && sine == 0 ? not_a_number : static_cast<float>(result);
}

SF_MATH(lgamma)(float x) {
  bool reflected = x < 0.5f;
  auto [logarithm, product] = gamma(reflected ? 1.0 - x : x);
  double rest = __sycl_math_log_f64(reflected ? pi * product / abs(sine_of_pi(x)) : product);
  double result = reflected ? rest - logarithm : logarithm - rest;
  result = x == 1 || x == 2 ? 0 : result;
  return abs(x) == infinity ? infinity : static_cast<float>(result);
}
