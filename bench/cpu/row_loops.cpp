// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "row_loops.hpp"

#include <algorithm>
#include <cmath>

namespace row_loops {

void dot(const float *in, const float *x, float *out, std::size_t rows, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += in[r * columns + c] * x[c];
    out[r] = sum;
  }
}

void softmax(const float *in, float *out, std::size_t rows, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t r = 0; r < rows; ++r) {
    const float *from = in + r * columns;
    float *to = out + r * columns, most = -INFINITY, sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      most = std::max(most, from[c]);
    for (std::size_t c = 0; c < columns; ++c)
      sum += to[c] = std::exp(from[c] - most);
    for (std::size_t c = 0; c < columns; ++c)
      to[c] /= sum;
  }
}

void rms_norm(const float *in, float *out, std::size_t rows, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t r = 0; r < rows; ++r) {
    const float *from = in + r * columns;
    float sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += from[c] * from[c];
    const float scale = 1 / std::sqrt(sum / static_cast<float>(columns) + 1e-6f);
    for (std::size_t c = 0; c < columns; ++c)
      out[r * columns + c] = from[c] * scale;
  }
}

} // namespace row_loops
