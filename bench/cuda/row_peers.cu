// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax and a gated norm of rows: kernel by kernel as one ports a library of them, and fused as one tunes by hand: a warp or a block for each row,
// whose values stay in registers, loads of 16 bytes.
//   nvcc -O3 -std=c++17 -arch=sm_90 -shared -Xcompiler -fPIC row_peers.cu -o librow-peers.so
#include "hand_peers.hpp"
#include "row_peers.hpp"

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

namespace {

using namespace row_constants;

void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

struct maximum {
  static constexpr float start = -INFINITY;
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct plus {
  static constexpr float start = 0;
  __device__ float operator()(float a, float b) const { return a + b; }
};

// What the threads of a row find together, in all of them.
template <int Threads, class Operation> __device__ float combine(float v, Operation of) {
  for (int other = 16; other; other /= 2)
    v = of(v, __shfl_xor_sync(~0u, v, other));
  if constexpr (Threads > lanes) {
    __shared__ float of_warp[Threads / lanes];
    __syncthreads();
    if (threadIdx.x % lanes == 0)
      of_warp[threadIdx.x / lanes] = v;
    __syncthreads();
    v = of_warp[threadIdx.x % (Threads / lanes)];
    for (int other = Threads / lanes / 2; other; other /= 2)
      v = of(v, __shfl_xor_sync(~0u, v, other));
  }
  return v;
}

// Threads for each row, in blocks of group_size.
template <int Threads> struct place {
  unsigned row = (blockIdx.x * group_size + threadIdx.x) / Threads, first = threadIdx.x % Threads;
};

template <int Threads, class Operation, class Value>
__device__ void row_to_number(float *to, unsigned columns, Operation of, Value value) {
  const place<Threads> p;
  float v = Operation::start;
  for (unsigned c = p.first; c < columns; c += Threads)
    v = of(v, value(p.row * columns + c));
  v = combine<Threads>(v, of);
  if (p.first == 0)
    to[p.row] = v;
}
template <int Threads> __global__ void row_maxima(const float *__restrict__ x, float *__restrict__ to, unsigned columns) {
  row_to_number<Threads>(to, columns, maximum(), [=](unsigned i) { return x[i]; });
}
template <int Threads> __global__ void row_sums(const float *__restrict__ x, float *__restrict__ to, unsigned columns) {
  row_to_number<Threads>(to, columns, plus(), [=](unsigned i) { return x[i]; });
}
template <int Threads> __global__ void row_squares(const float *__restrict__ x, float *__restrict__ to, unsigned columns) {
  row_to_number<Threads>(to, columns, plus(), [=](unsigned i) { return x[i] * x[i]; });
}

__device__ unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ float silu(float v) { return v / (1.0f + __expf(-v)); }
__global__ void shifted_exp(const float *__restrict__ x, const float *__restrict__ most, float *__restrict__ to, unsigned columns) {
  to[index()] = expf(x[index()] - most[index() / columns]);
}
__global__ void divide(const float *__restrict__ x, const float *__restrict__ sums, float *__restrict__ to, unsigned columns) {
  to[index()] = x[index()] / sums[index() / columns];
}
__global__ void add(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ to) { to[index()] = x[index()] + y[index()]; }
__global__ void norm(const float *__restrict__ x, const float *__restrict__ squares, const float *__restrict__ weights, float *__restrict__ to,
                     unsigned columns) {
  to[index()] = x[index()] * rsqrtf(squares[index() / columns] / columns + epsilon) * weights[index() % columns];
}
__global__ void gate(const float *__restrict__ x, const float *__restrict__ gates, float *__restrict__ to) {
  to[index()] = x[index()] * silu(gates[index()]);
}

// Quads of a row that a thread has: Count, Threads apart.
template <int Threads, int Count> __global__ void softmax_fused(const float4 *__restrict__ x, float4 *__restrict__ to) {
  const place<Threads> p;
  const unsigned begin = p.row * (Threads * Count) + p.first;
  float4 v[Count];
  float most = -INFINITY, sum = 0;
  for (int k = 0; k < Count; ++k) {
    v[k] = x[begin + k * Threads];
    most = fmaxf(most, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
  }
  most = combine<Threads>(most, maximum());
  for (int k = 0; k < Count; ++k) {
    v[k] = make_float4(__expf(v[k].x - most), __expf(v[k].y - most), __expf(v[k].z - most), __expf(v[k].w - most));
    sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  }
  const float by = 1.0f / combine<Threads>(sum, plus());
  for (int k = 0; k < Count; ++k)
    to[begin + k * Threads] = make_float4(v[k].x * by, v[k].y * by, v[k].z * by, v[k].w * by);
}
template <int Threads, int Count>
__global__ void gated_norm_fused(const float4 *__restrict__ x, const float4 *__restrict__ y, const float4 *__restrict__ weights,
                                 const float4 *__restrict__ gates, float4 *__restrict__ to) {
  const place<Threads> p;
  const unsigned begin = p.row * (Threads * Count) + p.first;
  float4 v[Count];
  float sum = 0;
  for (int k = 0; k < Count; ++k) {
    const float4 a = x[begin + k * Threads], b = y[begin + k * Threads];
    v[k] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    sum += (v[k].x * v[k].x + v[k].y * v[k].y) + (v[k].z * v[k].z + v[k].w * v[k].w);
  }
  const float by = rsqrtf(combine<Threads>(sum, plus()) / (4 * Threads * Count) + epsilon);
  for (int k = 0; k < Count; ++k) {
    const float4 w = weights[p.first + k * Threads], g = gates[begin + k * Threads];
    to[begin + k * Threads] =
        make_float4(v[k].x * by * w.x * silu(g.x), v[k].y * by * w.y * silu(g.y), v[k].z * by * w.z * silu(g.z), v[k].w * by * w.w * silu(g.w));
  }
}

class row_peer final : public hand_peer {
public:
  row_peer(int number, std::size_t rows, std::size_t columns)
      : what(static_cast<row_workload>(number / 2)), fused(number % 2), rows(unsigned(rows)), columns(unsigned(columns)), n(rows * columns) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (float *&p : memory)
      check(cudaMalloc(&p, n * sizeof(float)));
  }
  ~row_peer() override {
    for (float *p : memory)
      cudaFree(p);
    cudaStreamDestroy(stream);
  }
  bool launch() override {
    if (columns == 256)
      of_rows<lanes, 2>();
    else if (columns == 1024)
      of_rows<group_size, 1>();
    else if (columns == 4096)
      of_rows<group_size, 4>();
    else
      return false;
    return cudaPeekAtLastError() == cudaSuccess;
  }
  bool wait() override { return cudaStreamSynchronize(stream) == cudaSuccess; }
  bool result(const float *const *inputs, float *to, std::size_t count) override {
    for (int k = 0; k < 4; ++k)
      if (inputs[k])
        check(cudaMemcpy(in[k], inputs[k], (k == 3 ? columns : n) * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemset(out, 0xff, n * sizeof(float)));
    check(cudaDeviceSynchronize());
    if (!launch() || !wait())
      return false;
    check(cudaMemcpy(to, out, count * sizeof(float), cudaMemcpyDeviceToHost));
    return true;
  }

private:
  template <int Threads, int Count> void of_rows() {
    const unsigned by_rows = rows * Threads / group_size, by_elements = unsigned(n / group_size);
    const auto quads = [](float *p) { return reinterpret_cast<float4 *>(p); };
    if (what == row_workload::softmax) {
      if (fused)
        return softmax_fused<Threads, Count><<<by_rows, group_size, 0, stream>>>(quads(in[0]), quads(out));
      row_maxima<Threads><<<by_rows, group_size, 0, stream>>>(in[0], numbers, columns);
      shifted_exp<<<by_elements, group_size, 0, stream>>>(in[0], numbers, between[0], columns);
      row_sums<Threads><<<by_rows, group_size, 0, stream>>>(between[0], numbers, columns);
      divide<<<by_elements, group_size, 0, stream>>>(between[0], numbers, out, columns);
      return;
    }
    if (fused)
      return gated_norm_fused<Threads, Count>
          <<<by_rows, group_size, 0, stream>>>(quads(in[0]), quads(in[1]), quads(in[3]), quads(in[2]), quads(out));
    add<<<by_elements, group_size, 0, stream>>>(in[0], in[1], between[0]);
    row_squares<Threads><<<by_rows, group_size, 0, stream>>>(between[0], numbers, columns);
    norm<<<by_elements, group_size, 0, stream>>>(between[0], numbers, in[3], between[1], columns);
    gate<<<by_elements, group_size, 0, stream>>>(between[1], in[2], out);
  }

  row_workload what;
  bool fused;
  unsigned rows, columns;
  std::size_t n;
  cudaStream_t stream = nullptr;
  float *memory[8] = {};
  float *const *in = memory, *const *between = memory + 4, *const &numbers = memory[6], *const &out = memory[7];
};

} // namespace

extern "C" hand_peer *make_hand_peer(int workload, std::size_t rows, std::size_t columns) try {
  return new row_peer(workload, rows, columns);
} catch (const std::exception &e) {
  std::fprintf(stderr, "row_peers: %s\n", e.what());
  return nullptr;
}
