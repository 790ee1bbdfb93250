// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel by kernel as one ports a library of them, and fused as one tunes by hand: four elements per thread, tiles in shared memory, shuffles.
//   nvcc -O3 -std=c++17 -arch=sm_90 -shared -Xcompiler -fPIC sequence_peers.cu -o libsequence-peers.so
#include "hand_peers.hpp"
#include "sequence_peers.hpp"

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

namespace {

using namespace sequence_constants;

void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

constexpr unsigned block = 256;
unsigned blocks(std::size_t threads) { return static_cast<unsigned>((threads + block - 1) / block); }
__device__ unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ float gelu(float v) { return 0.5f * v * (1.0f + tanhf(gelu_linear * (v + gelu_cubic * v * v * v))); }

__global__ void add_bias(const float *__restrict__ x, const float *__restrict__ bias, float *__restrict__ to, unsigned n, unsigned columns) {
  if (const unsigned i = index(); i < n)
    to[i] = x[i] + bias[i % columns];
}
__global__ void activate(const float *__restrict__ x, float *__restrict__ to, unsigned n) {
  if (const unsigned i = index(); i < n)
    to[i] = gelu(x[i]);
}
__global__ void apply_mask(const float *__restrict__ x, const float *__restrict__ mask, float *__restrict__ to, unsigned n) {
  if (const unsigned i = index(); i < n)
    to[i] = x[i] * mask[i];
}
__global__ void add_residual(const float *__restrict__ x, const float *__restrict__ residual, float *__restrict__ to, unsigned n) {
  if (const unsigned i = index(); i < n)
    to[i] = x[i] * scale_of_output + residual[i];
}
// columns: a multiple of four.
__global__ void mlp_fused(const float4 *__restrict__ x, const float4 *__restrict__ bias, const float4 *__restrict__ mask,
                          const float4 *__restrict__ residual, float4 *__restrict__ to, unsigned quads, unsigned quads_of_row) {
  const unsigned i = index();
  if (i >= quads)
    return;
  const float4 v = x[i], b = bias[i % quads_of_row], m = mask[i], r = residual[i];
  const auto one = [](float v, float b, float m, float r) { return gelu(v + b) * m * scale_of_output + r; };
  to[i] = make_float4(one(v.x, b.x, m.x, r.x), one(v.y, b.y, m.y, r.y), one(v.z, b.z, m.z, r.z), one(v.w, b.w, m.w, r.w));
}

__global__ void distances(const float *__restrict__ price, const float *__restrict__ strike, const float *__restrict__ years,
                          float *__restrict__ d1, float *__restrict__ d2, unsigned n) {
  if (const unsigned i = index(); i < n) {
    const float t = years[i], root = sqrtf(t);
    const float d = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    d1[i] = d;
    d2[i] = d - volatility * root;
  }
}
__global__ void call_price(const float *__restrict__ price, const float *__restrict__ strike, const float *__restrict__ years,
                           const float *__restrict__ d1, const float *__restrict__ d2, float *__restrict__ call, unsigned n) {
  if (const unsigned i = index(); i < n)
    call[i] = price[i] * (0.5f * erfcf(-d1[i] * root_half)) - strike[i] * expf(-rate * years[i]) * (0.5f * erfcf(-d2[i] * root_half));
}
__global__ void put_price(const float *__restrict__ price, const float *__restrict__ strike, const float *__restrict__ years,
                          const float *__restrict__ call, float *__restrict__ put, unsigned n) {
  if (const unsigned i = index(); i < n)
    put[i] = call[i] + strike[i] * expf(-rate * years[i]) - price[i];
}
__global__ void black_scholes_fused(const float *__restrict__ price, const float *__restrict__ strike, const float *__restrict__ years,
                                    float *__restrict__ call, float *__restrict__ put, unsigned n) {
  if (const unsigned i = index(); i < n) {
    const float s = price[i], t = years[i], root = sqrtf(t), discounted = strike[i] * expf(-rate * t);
    const float d1 = (logf(s / strike[i]) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root), d2 = d1 - volatility * root;
    const float value = s * (0.5f * erfcf(-d1 * root_half)) - discounted * (0.5f * erfcf(-d2 * root_half));
    call[i] = value;
    put[i] = value + discounted - s;
  }
}

// Blocks of 64 x 8 threads, one for each tile.
struct place {
  unsigned x, y, left, right, above, below, pitch;
  __device__ place() {
    const unsigned first_x = blockIdx.x * tile_width, first_y = blockIdx.y * tile_height, lx = threadIdx.x, ly = threadIdx.y;
    pitch = gridDim.x * tile_width;
    x = first_x + lx, y = first_y + ly;
    left = first_x + (lx ? lx - 1 : 0), right = first_x + min(lx + 1, tile_width - 1);
    above = first_y + (ly ? ly - 1 : 0), below = first_y + min(ly + 1, tile_height - 1);
  }
};
__global__ void mix(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ to) {
  const place p;
  to[p.y * p.pitch + p.x] = a[p.y * p.pitch + p.x] * 0.75f + b[p.y * p.pitch + p.x];
}
__global__ void neighbours(const float *__restrict__ m, float *__restrict__ to) {
  const place p;
  to[p.y * p.pitch + p.x] =
      (m[p.y * p.pitch + p.left] + m[p.y * p.pitch + p.right]) + (m[p.above * p.pitch + p.x] + m[p.below * p.pitch + p.x]);
}
__global__ void difference(const float *__restrict__ m, const float *__restrict__ sum, float *__restrict__ to) {
  const place p;
  to[p.y * p.pitch + p.x] = m[p.y * p.pitch + p.x] - sum[p.y * p.pitch + p.x] * 0.25f;
}
__global__ void stencil_fused(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ to) {
  __shared__ float tile[tile_height][tile_width];
  const place p;
  const unsigned at = p.y * p.pitch + p.x, lx = threadIdx.x, ly = threadIdx.y;
  const float own = a[at] * 0.75f + b[at];
  tile[ly][lx] = own;
  __syncthreads();
  const float horizontal = tile[ly][lx ? lx - 1 : 0] + tile[ly][min(lx + 1, tile_width - 1)];
  const float vertical = tile[ly ? ly - 1 : 0][lx] + tile[min(ly + 1, tile_height - 1)][lx];
  to[at] = own - (horizontal + vertical) * 0.25f;
}

__global__ void subtract(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ to, unsigned n) {
  if (const unsigned i = index(); i < n)
    to[i] = a[i] - b[i];
}
__global__ void multiply(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ to, unsigned n) {
  if (const unsigned i = index(); i < n)
    to[i] = a[i] * b[i];
}
// The sum over a block of 256, in its first thread.
__device__ float block_sum(float v) {
  __shared__ float of_warp[block / 32];
  for (int other = 16; other; other /= 2)
    v += __shfl_xor_sync(~0u, v, other);
  if (threadIdx.x % 32 == 0)
    of_warp[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < block / 32 ? of_warp[threadIdx.x] : 0;
  for (int other = block / 64; other; other /= 2)
    v += __shfl_xor_sync(~0u, v, other);
  return v;
}
__global__ void sum_of_block(const float *__restrict__ a, float *__restrict__ to) {
  const float sum = block_sum(a[index()]);
  if (threadIdx.x == 0)
    to[blockIdx.x] = sum;
}
__global__ void group_sums_fused(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c, float *__restrict__ to) {
  const unsigned i = index();
  const float sum = block_sum((a[i] - b[i]) * c[i]);
  if (threadIdx.x == 0)
    to[blockIdx.x] = sum;
}

class sequence_peer final : public hand_peer {
public:
  sequence_peer(int number, std::size_t rows, std::size_t columns)
      : what(static_cast<sequence_workload>(number / 2)), fused(number % 2), rows(rows), columns(columns), n(rows * columns) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (float *&p : memory)
      check(cudaMalloc(&p, n * sizeof(float)));
  }
  ~sequence_peer() override {
    for (float *p : memory)
      cudaFree(p);
    cudaStreamDestroy(stream);
  }
  bool launch() override {
    switch (what) {
    case sequence_workload::mlp:
    case sequence_workload::mlp_flat: mlp(); break;
    case sequence_workload::black_scholes: black_scholes(); break;
    case sequence_workload::stencil: stencil(); break;
    default: group_sums();
    }
    return cudaPeekAtLastError() == cudaSuccess;
  }
  bool wait() override { return cudaStreamSynchronize(stream) == cudaSuccess; }
  bool result(const float *const *inputs, float *to, std::size_t count) override {
    for (int k = 0; k < 4; ++k)
      if (inputs[k])
        check(cudaMemcpy(in[k], inputs[k], (k == 1 && what <= sequence_workload::mlp_flat ? columns : n) * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemset(out, 0xff, n * sizeof(float)));
    check(cudaDeviceSynchronize());
    if (!launch() || !wait())
      return false;
    check(cudaMemcpy(to, out, count * sizeof(float), cudaMemcpyDeviceToHost));
    return true;
  }

private:
  void mlp() {
    const unsigned size = static_cast<unsigned>(n), width = static_cast<unsigned>(columns);
    const auto quads = [](float *p) { return reinterpret_cast<float4 *>(p); };
    if (fused)
      return mlp_fused<<<blocks(n / 4), block, 0, stream>>>(quads(in[0]), quads(in[1]), quads(in[2]), quads(in[3]), quads(out), size / 4,
                                                            width / 4);
    add_bias<<<blocks(n), block, 0, stream>>>(in[0], in[1], between[0], size, width);
    activate<<<blocks(n), block, 0, stream>>>(between[0], between[1], size);
    apply_mask<<<blocks(n), block, 0, stream>>>(between[1], in[2], between[2], size);
    add_residual<<<blocks(n), block, 0, stream>>>(between[2], in[3], out, size);
  }
  void black_scholes() {
    const unsigned size = static_cast<unsigned>(n);
    if (fused)
      return black_scholes_fused<<<blocks(n), block, 0, stream>>>(in[0], in[1], in[2], between[2], out, size);
    distances<<<blocks(n), block, 0, stream>>>(in[0], in[1], in[2], between[0], between[1], size);
    call_price<<<blocks(n), block, 0, stream>>>(in[0], in[1], in[2], between[0], between[1], between[2], size);
    put_price<<<blocks(n), block, 0, stream>>>(in[0], in[1], in[2], between[2], out, size);
  }
  void stencil() {
    const dim3 grid(static_cast<unsigned>(columns / tile_width), static_cast<unsigned>(rows / tile_height)), tile(tile_width, tile_height);
    if (fused)
      return stencil_fused<<<grid, tile, 0, stream>>>(in[0], in[1], out);
    mix<<<grid, tile, 0, stream>>>(in[0], in[1], between[0]);
    neighbours<<<grid, tile, 0, stream>>>(between[0], between[1]);
    difference<<<grid, tile, 0, stream>>>(between[0], between[1], out);
  }
  void group_sums() {
    if (fused)
      return group_sums_fused<<<blocks(n), block, 0, stream>>>(in[0], in[1], in[2], out);
    subtract<<<blocks(n), block, 0, stream>>>(in[0], in[1], between[0], static_cast<unsigned>(n));
    multiply<<<blocks(n), block, 0, stream>>>(between[0], in[2], between[1], static_cast<unsigned>(n));
    sum_of_block<<<blocks(n), block, 0, stream>>>(between[1], out);
  }

  sequence_workload what;
  bool fused;
  std::size_t rows, columns, n;
  cudaStream_t stream = nullptr;
  float *memory[8] = {};
  float *const *in = memory, *const *between = memory + 4, *const &out = memory[7];
};

} // namespace

extern "C" hand_peer *make_hand_peer(int workload, std::size_t rows, std::size_t columns) try {
  return new sequence_peer(workload, rows, columns);
} catch (const std::exception &e) {
  std::fprintf(stderr, "sequence_peers: %s\n", e.what());
  return nullptr;
}
