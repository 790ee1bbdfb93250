// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SLEEF's functions for AVX2: the fastest of those within SYCL's bounds.
#include "math_loops.hpp"

#include <immintrin.h>
#include <sleef.h>

namespace sleef_loops {

#define LOOP(name, function)                                                                                           \
  void loop_##name(const float *x, float *out, std::size_t n) {                                                        \
    _Pragma("omp parallel for") for (std::size_t i = 0; i < n / 8; ++i)                                                \
        _mm256_storeu_ps(out + 8 * i, function(_mm256_loadu_ps(x + 8 * i)));                                           \
  }
LOOP(exp, Sleef_expf8_u10avx2)
LOOP(log, Sleef_logf8_u10avx2)
LOOP(sin, Sleef_sinf8_u35avx2)
LOOP(cos, Sleef_cosf8_u35avx2)
LOOP(tanh, Sleef_tanhf8_u35avx2)
LOOP(erf, Sleef_erff8_u10avx2)

void loop_pow(const float *x, const float *y, float *out, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n / 8; ++i)
    _mm256_storeu_ps(out + 8 * i, Sleef_powf8_u10avx2(_mm256_loadu_ps(x + 8 * i), _mm256_loadu_ps(y + 8 * i)));
}

} // namespace sleef_loops
