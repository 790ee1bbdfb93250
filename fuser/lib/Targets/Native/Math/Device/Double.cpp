// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of double whose forms in libclc have branches, or do not keep within their bounds, made of others.
#include "Float.h"

extern "C" __attribute__((const, nothrow)) double _Z3expd(double), _Z5expm1d(double), _Z5log1pd(double),
    _Z3sind(double), _Z3cosd(double), _Z3powdd(double, double);

namespace {

// Half of e^a, also where e^a is too large.
inline double half_exp(double a) {
  double root = _Z3expd(0.5 * a);
  return 0.5 * root * root;
}

} // namespace

SF_MATH_DOUBLE(cosh)(double x) {
  double h = half_exp(abs(x));
  return h + 0.25 / h;
}

SF_MATH_DOUBLE(sinh)(double x) {
  double a = abs(x), m = _Z5expm1d(at_most(a, 20)), small = 0.5 * (m + m / (m + 1)), large = half_exp(a);
  return copysign(a < 20 ? small : large, x);
}

SF_MATH_DOUBLE(acosh)(double x) {
  constexpr double ln2 = 0x1.62e42fefa39efp-1;
  bool large = x > 0x1p60; // from there e^acosh(x) is 2 x
  double t = x - 1, result = _Z5log1pd(large ? x : t + __builtin_elementwise_sqrt(mad(t, t, 2 * t)));
  result += large ? ln2 : 0;
  return x < 1 ? not_a_number : result;
}

SF_MATH_DOUBLE(tan)(double x) {
  double result = _Z3sind(x) / _Z3cosd(x);
  return x == 0 ? x : result;
}

// From 2^64 on, every power is 0, 1 or infinite, and all y are even.
SF_MATH_DOUBLE(pow)(double x, double y) { return _Z3powdd(x, at_least(at_most(y, 0x1p64), -0x1p64)); }
