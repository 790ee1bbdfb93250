// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp, exp2, exp10: 2^n times a polynomial of what is left. Coefficients: Sollya's fpminimax, relative errors of 2^-28.
#include "Float.h"

SF_MATH(exp)(float x) {
  x = at_least(at_most(x, 89), -104);
  float t = mad(x, log2_e, rounder), n = t - rounder;
  float r = mad(n, -ln2_low, mad(n, -ln2_high, x));
  float p = polynomial(r, 1.0f, 1.0f, 0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.5558a2p-5f, 0x1.123adp-7f, 0x1.6a5e34p-10f);
  return scale(p, integer_of(t));
}

SF_MATH(exp2)(float x) {
  x = at_least(at_most(x, 129), -151);
  float t = x + rounder, r = x - (t - rounder);
  float p = polynomial(r, 1.0f, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af74p-5f, 0x1.3b3098p-7f, 0x1.5f0ccap-10f,
                       0x1.3fabfep-13f);
  return scale(p, integer_of(t));
}

SF_MATH(exp10)(float x) {
  x = at_least(at_most(x, 39), -46);
  float t = mad(x, 0x1.a934fp1f, rounder), n = t - rounder;
  // 12 bits of log10(2), and the rest.
  float r = mad(n, -0x1.3509f8p-18f, mad(n, -0x1.344p-2f, x));
  float p =
      polynomial(r, 1.0f, 0x1.26bb1cp1f, 0x1.535248p1f, 0x1.046f98p1f, 0x1.2bdbdp0f, 0x1.156d96p-1f, 0x1.a4aac2p-3f);
  return scale(p, integer_of(t));
}
