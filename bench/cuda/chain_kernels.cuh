// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classic chain by hand, one kernel after the other and fused; blocks(n) of `block` threads for each.
#pragma once

#include <algorithm>
#include <cstddef>

constexpr unsigned block = 256;

static __device__ std::size_t index() { return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; }

static __global__ void multiply(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, std::size_t n) {
  if (const std::size_t i = index(); i < n)
    c[i] = a[i] * b[i];
}

static __global__ void subtract(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, std::size_t n) {
  if (const std::size_t i = index(); i < n)
    c[i] = a[i] - b[i];
}

static __device__ float chain(float a, float b, float c, float d) { return a * b - (a - c) * d; }

// n / 4 threads, and the first ones take the rest.
static __global__ void fused_float4(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c,
                             const float *__restrict__ d, float *__restrict__ out, std::size_t n) {
  const std::size_t i = index(), quads = n / 4;
  if (i < quads) {
    const float4 x = reinterpret_cast<const float4 *>(a)[i], y = reinterpret_cast<const float4 *>(b)[i];
    const float4 z = reinterpret_cast<const float4 *>(c)[i], w = reinterpret_cast<const float4 *>(d)[i];
    reinterpret_cast<float4 *>(out)[i] =
        make_float4(chain(x.x, y.x, z.x, w.x), chain(x.y, y.y, z.y, w.y), chain(x.z, y.z, z.z, w.z), chain(x.w, y.w, z.w, w.w));
  }
  if (i < n % 4) {
    const std::size_t j = quads * 4 + i;
    out[j] = chain(a[j], b[j], c[j], d[j]);
  }
}

static unsigned blocks(std::size_t threads) { return static_cast<unsigned>((std::max<std::size_t>(threads, 4) + block - 1) / block); }
