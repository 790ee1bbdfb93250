// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled with -O3 -march=native -fopenmp. `restrict` lets the compiler vectorize without a run-time check, as it may
// in kernels; one operation a statement gives the same roundings as the kernels, so that results can be compared bit by
// bit.
#include "chain_openmp.hpp"

void openmp_four_loops(const chain_arrays &a) {
  const float *__restrict in1 = a.in1, *__restrict in2 = a.in2, *__restrict in3 = a.in3, *__restrict in4 = a.in4;
  float *__restrict tmp1 = a.tmp1, *__restrict tmp2 = a.tmp2, *__restrict tmp3 = a.tmp3, *__restrict out = a.out;
  const std::size_t n = a.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    tmp1[i] = in1[i] * in2[i];
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    tmp2[i] = in1[i] - in3[i];
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    tmp3[i] = tmp2[i] * in4[i];
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    out[i] = tmp1[i] - tmp3[i];
}

void openmp_fused(const chain_arrays &a) {
  const float *__restrict in1 = a.in1, *__restrict in2 = a.in2, *__restrict in3 = a.in3, *__restrict in4 = a.in4;
  float *__restrict out = a.out;
  const std::size_t n = a.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    const float product = in1[i] * in2[i];
    const float difference = in1[i] - in3[i];
    const float other = difference * in4[i];
    out[i] = product - other;
  }
}

void openmp_one_loop(const chain_arrays &a) {
  const float *__restrict in1 = a.in1, *__restrict in2 = a.in2;
  float *__restrict tmp1 = a.tmp1;
  const std::size_t n = a.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    tmp1[i] = in1[i] * in2[i];
}
