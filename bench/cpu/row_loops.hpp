// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels over the rows of a matrix are measured beside: OpenMP loops, a row for each turn.
#pragma once

#include <cstddef>

namespace row_loops {

// in has rows of so many columns each, one after the other; out of dot has one value for each row, else as many as in.
void dot(const float *in, const float *x, float *out, std::size_t rows, std::size_t columns);
void softmax(const float *in, float *out, std::size_t rows, std::size_t columns);
void rms_norm(const float *in, float *out, std::size_t rows, std::size_t columns);

} // namespace row_loops
