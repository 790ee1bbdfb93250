// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stencil and the dot product of bench_stencil.cpp and bench_dot.cpp by hand, in OpenMP loops.
#pragma once

#include <algorithm>
#include <cstddef>

// out = mix - 0.25 * (sum of the 4 neighbours of mix), mix = in1 * 0.75 + in2, where a tile's border is its own
// neighbour. Row-major images of whole tiles.
struct stencil_arrays {
  static constexpr std::size_t tile_height = 8, tile_width = 64;
  const float *in1, *in2;
  float *mix, *sum, *out;
  std::size_t height, width;
};
// The neighbours of a place in a tile of this extent.
inline std::size_t before(std::size_t i) { return i ? i - 1 : 0; }
inline std::size_t after(std::size_t i, std::size_t extent) { return std::min(i + 1, extent - 1); }

void openmp_stencil_three_loops(const stencil_arrays &a);
void openmp_stencil_fused(const stencil_arrays &a);

// partial[g] = sum of (a[i] - b[i]) * c[i] over the group's items.
struct dot_arrays {
  static constexpr std::size_t group = 256;
  const float *a, *b, *c;
  float *difference, *product, *partial;
  std::size_t n;
};

void openmp_dot_three_loops(const dot_arrays &a);
void openmp_dot_fused(const dot_arrays &a);
