// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain of samples/chain by hand, in OpenMP loops.
#pragma once

#include <cstddef>

struct chain_arrays {
  const float *in1, *in2, *in3, *in4;
  float *tmp1, *tmp2, *tmp3, *out;
  std::size_t n;
};

void openmp_four_loops(const chain_arrays &a);
void openmp_fused(const chain_arrays &a);
// The first kernel alone.
void openmp_one_loop(const chain_arrays &a);
