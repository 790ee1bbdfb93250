// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled with -O3 -march=native -fopenmp. One operation a statement gives the same roundings as the kernels, so that
// results can be compared bit by bit; sums are of small whole numbers, which have no roundings.
#include "sequences_openmp.hpp"

namespace {

constexpr std::size_t tile_height = stencil_arrays::tile_height, tile_width = stencil_arrays::tile_width;

// The sum of the neighbours in a row of a tile whose rows are pitch elements apart.
void sum_row(const float *__restrict tile, std::size_t pitch, std::size_t y, float *__restrict sum) {
  const float *up = tile + before(y) * pitch, *row = tile + y * pitch, *down = tile + after(y, tile_height) * pitch;
  auto at = [&](std::size_t x, std::size_t left, std::size_t right) {
    const float horizontal = row[left] + row[right];
    const float vertical = up[x] + down[x];
    sum[x] = horizontal + vertical;
  };
  at(0, 0, 1);
  for (std::size_t x = 1; x < tile_width - 1; ++x)
    at(x, x - 1, x + 1);
  at(tile_width - 1, tile_width - 2, tile_width - 1);
}

} // namespace

void openmp_stencil_three_loops(const stencil_arrays &a) {
  const float *__restrict in1 = a.in1, *__restrict in2 = a.in2;
  float *__restrict mix = a.mix, *__restrict sum = a.sum, *__restrict out = a.out;
  const std::size_t n = a.height * a.width;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    const float scaled = in1[i] * 0.75f;
    mix[i] = scaled + in2[i];
  }
#pragma omp parallel for
  for (std::size_t y = 0; y < a.height; ++y)
    for (std::size_t x = 0; x < a.width; x += tile_width) {
      const std::size_t in_tile = y % tile_height;
      sum_row(mix + (y - in_tile) * a.width + x, a.width, in_tile, sum + y * a.width + x);
    }
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    const float mean = sum[i] * 0.25f;
    out[i] = mix[i] - mean;
  }
}

void openmp_stencil_fused(const stencil_arrays &a) {
#pragma omp parallel for collapse(2)
  for (std::size_t tile_y = 0; tile_y < a.height; tile_y += tile_height)
    for (std::size_t tile_x = 0; tile_x < a.width; tile_x += tile_width) {
      alignas(64) float mix[tile_height * tile_width], sum[tile_width];
      const std::size_t first = tile_y * a.width + tile_x;
      const float *__restrict in1 = a.in1 + first, *__restrict in2 = a.in2 + first;
      float *__restrict out = a.out + first;
      for (std::size_t y = 0; y < tile_height; ++y)
        for (std::size_t x = 0; x < tile_width; ++x) {
          const float scaled = in1[y * a.width + x] * 0.75f;
          mix[y * tile_width + x] = scaled + in2[y * a.width + x];
        }
      for (std::size_t y = 0; y < tile_height; ++y) {
        sum_row(mix, tile_width, y, sum);
        for (std::size_t x = 0; x < tile_width; ++x) {
          const float mean = sum[x] * 0.25f;
          out[y * a.width + x] = mix[y * tile_width + x] - mean;
        }
      }
    }
}

void openmp_dot_three_loops(const dot_arrays &a) {
  const float *__restrict x = a.a, *__restrict y = a.b, *__restrict z = a.c;
  float *__restrict difference = a.difference, *__restrict product = a.product;
  const std::size_t n = a.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    difference[i] = x[i] - y[i];
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    product[i] = difference[i] * z[i];
#pragma omp parallel for
  for (std::size_t g = 0; g < n; g += dot_arrays::group) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < dot_arrays::group; ++i)
      sum += product[g + i];
    a.partial[g / dot_arrays::group] = sum;
  }
}

void openmp_dot_fused(const dot_arrays &a) {
  const float *__restrict x = a.a, *__restrict y = a.b, *__restrict z = a.c;
  const std::size_t n = a.n;
#pragma omp parallel for
  for (std::size_t g = 0; g < n; g += dot_arrays::group) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < dot_arrays::group; ++i) {
      const float difference = x[g + i] - y[g + i];
      sum += difference * z[g + i];
    }
    a.partial[g / dot_arrays::group] = sum;
  }
}
