// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled by g++ -Ofast, whose vectorizer uses libmvec, and by clang++ -Ofast -fveclib=libmvec.
#include "math_loops.hpp"

#include <math.h>

namespace MATH_LOOPS {

#define LOOP(name)                                                                                                     \
  void loop_##name(const float *x, float *out, std::size_t n) {                                                        \
    _Pragma("omp parallel for simd") for (std::size_t i = 0; i < n; ++i) out[i] = name##f(x[i]);                       \
  }
MATH_FUNCTIONS(LOOP)

void loop_pow(const float *x, const float *y, float *out, std::size_t n) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = powf(x[i], y[i]);
}

void black_scholes(const black_scholes_arrays &a, std::size_t n) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    const float s = a.price[i], k = a.strike[i], t = a.years[i], root = sqrtf(t);
    const float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f);
    const float discounted = k * expf(-rate * t);
    a.call[i] = s * n1 - discounted * n2;
    a.put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
  }
}

void mlp(const mlp_arrays &a) {
#pragma omp parallel for
  for (std::size_t r = 0; r < a.rows; ++r)
#pragma omp simd
    for (std::size_t c = 0; c < a.columns; ++c) {
      const std::size_t i = r * a.columns + c;
      const float v = a.x[i] + a.bias[c];
      const float g = 0.5f * v * (1.0f + tanhf(gelu_linear * (v + gelu_cubic * v * v * v)));
      a.out[i] = g * a.mask[i] * scale_of_output + a.residual[i];
    }
}

} // namespace MATH_LOOPS
