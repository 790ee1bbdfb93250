// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log, log2, log10. Coefficients: Sollya's fpminimax, a relative error of 2^-27.
#include "Float.h"

namespace {

// ln(1 + f) - f for f in [sqrt(1/2) - 1, sqrt(2) - 1], without what belongs to an exponent.
float bend(float f, float rest) {
  float square = f * f;
  float p = polynomial(f, 0x1.55555p-2f, -0x1.00022ap-2f, 0x1.99a1b4p-3f, -0x1.547252p-3f, 0x1.22bfap-3f,
                       -0x1.0d71bcp-3f, 0x1.05e3e4p-3f, -0x1.3a24f8p-4f);
  return mad(square, -0.5f, mad(square * f, p, rest));
}

// NaN of what is less than 0, or NaN itself.
float where_defined(float x, float result) { return x >= 0 ? result : not_a_number; }

} // namespace

SF_MATH(log)(float x) {
  auto [e, f] = split(x);
  return where_defined(x, mad(e, ln2_high, f + bend(f, e * ln2_low)));
}

SF_MATH(log2)(float x) {
  auto [e, f] = split(x);
  float b = bend(f, 0);
  // log2(e) = 1 + 0.4427: the sum of f and b keeps its bits.
  float small = mad(b, 0x1.c551dap-2f, f * 0x1.c551dap-2f);
  return where_defined(x, e + (f + (b + small)));
}

SF_MATH(log10)(float x) {
  auto [e, f] = split(x);
  // 12 bits of log10(2) and the rest; log10(e).
  float low = mad(f + bend(f, 0), 0x1.bcb7b2p-2f, e * 0x1.3509f8p-18f);
  return where_defined(x, mad(e, 0x1.344p-2f, low));
}
