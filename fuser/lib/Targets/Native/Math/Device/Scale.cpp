// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ldexp: products with powers of two, of which only the last one rounds.
#include "Float.h"

namespace {

inline int within(int n, int bound) { return n > bound ? bound : n < -bound ? -bound : n; }
inline double double_power_of_two(long n) { return __builtin_bit_cast(double, (n + 1023) << 52); }

} // namespace

SF_MATH(ldexp)(float x, int n) { return static_cast<float>(x * double_power_of_two(within(n, 300))); }

// What a small result loses in a product but the last is gone in the last one, too.
SF_MATH_DOUBLE(ldexp)(double x, int n) {
  n = within(n, 3000);
  for (int step = 0; step < 2; ++step) {
    int part = n > 1023 ? 1023 : n < -1022 ? -969 : 0;
    x *= double_power_of_two(part);
    n -= part;
  }
  return x * double_power_of_two(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}
