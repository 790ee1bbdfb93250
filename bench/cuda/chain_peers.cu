// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain of samples/chain written by hand in CUDA: four kernels, the same as a CUDA graph, one fused kernel, one fused kernel
// with four elements per thread. Times one iteration (launch and wait) on the host's clock. Prints one JSON object per peer and size.
//   nvcc -O3 -std=c++17 -arch=native chain_peers.cu -o chain_peers
//   chain_peers [size]...
#include "chain_kernels.cuh"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#define CHECK(call)                                                                                                      \
  do {                                                                                                                   \
    const cudaError_t error = (call);                                                                                    \
    if (error != cudaSuccess) {                                                                                          \
      std::fprintf(stderr, "chain_peers: %s: %s\n", #call, cudaGetErrorString(error));                                   \
      std::exit(1);                                                                                                      \
    }                                                                                                                    \
  } while (0)

namespace {

__global__ void fused(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c,
                      const float *__restrict__ d, float *__restrict__ out, std::size_t n) {
  if (const std::size_t i = index(); i < n)
    out[i] = chain(a[i], b[i], c[i], d[i]);
}

struct workload {
  std::size_t n;
  std::vector<float> host[4];
  float *in[4] = {}, *tmp[3] = {}, *out = nullptr;
  cudaStream_t stream = nullptr;

  explicit workload(std::size_t size) : n(size) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (float *&t : tmp)
      CHECK(cudaMalloc(&t, n * sizeof(float)));
    CHECK(cudaMalloc(&out, n * sizeof(float)));
    unsigned state = 2026;
    for (int k = 0; k < 4; ++k) {
      host[k].resize(n);
      for (float &x : host[k])
        x = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-23f - 1.0f;
      CHECK(cudaMalloc(&in[k], n * sizeof(float)));
      CHECK(cudaMemcpy(in[k], host[k].data(), n * sizeof(float), cudaMemcpyHostToDevice));
    }
  }
  ~workload() {
    for (float *p : {in[0], in[1], in[2], in[3], tmp[0], tmp[1], tmp[2], out})
      CHECK(cudaFree(p));
    CHECK(cudaStreamDestroy(stream));
  }
  workload(const workload &) = delete;

  void launch_four() {
    const unsigned grid = blocks(n);
    multiply<<<grid, block, 0, stream>>>(in[0], in[1], tmp[0], n);
    subtract<<<grid, block, 0, stream>>>(in[0], in[2], tmp[1], n);
    multiply<<<grid, block, 0, stream>>>(tmp[1], in[3], tmp[2], n);
    subtract<<<grid, block, 0, stream>>>(tmp[0], tmp[2], out, n);
  }
  void launch_fused() { fused<<<blocks(n), block, 0, stream>>>(in[0], in[1], in[2], in[3], out, n); }
  void launch_float4() { fused_float4<<<blocks((n + 3) / 4), block, 0, stream>>>(in[0], in[1], in[2], in[3], out, n); }

  // Largest difference to the host; nvcc contracts to fma, so a few units in the last place are right.
  double max_error() const {
    std::vector<float> result(n);
    CHECK(cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double wanted = double(host[0][i]) * host[1][i] - (double(host[0][i]) - host[2][i]) * host[3][i];
      const double error = std::fabs(result[i] - wanted);
      if (!std::isfinite(error))
        return HUGE_VAL;
      worst = std::max(worst, error);
    }
    return worst;
  }
};

struct peer {
  const char *name;
  std::function<void()> launch;
  std::vector<double> times; // microseconds
  double error = 0;
};

double time_once(const peer &p, cudaStream_t stream) {
  const auto start = std::chrono::steady_clock::now();
  p.launch();
  CHECK(cudaStreamSynchronize(stream));
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

// The device's own time of a launch, as a queue with profiling takes it: between two events around it.
double device_time(const peer &p, cudaStream_t stream, cudaEvent_t begin, cudaEvent_t end) {
  CHECK(cudaEventRecord(begin, stream));
  p.launch();
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  return 1e3 * milliseconds;
}

void print_device_time(const peer &p, const workload &w) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<double> times;
  for (int i = 0; i < 200; ++i)
    times.push_back(device_time(p, w.stream, begin, end));
  std::sort(times.begin(), times.end());
  std::printf("{\"device_peer\": \"%s\", \"n\": %zu, \"device_us\": %.3f}\n", p.name, w.n, times[times.size() / 2]);
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
}

cudaGraphExec_t record_graph(workload &w) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeThreadLocal));
  w.launch_four();
  CHECK(cudaStreamEndCapture(w.stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  return executable;
}

void check(workload &w, peer &p) {
  CHECK(cudaMemset(w.out, 0xff, w.n * sizeof(float)));
  p.launch();
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(w.stream));
  p.error = w.max_error();
}

void print(peer &p, std::size_t n) {
  std::sort(p.times.begin(), p.times.end());
  std::printf("{\"peer\": \"%s\", \"n\": %zu, \"iterations\": %zu, \"median_us\": %.3f, \"best_us\": %.3f, \"max_error\": %g}\n",
              p.name, n, p.times.size(), p.times[p.times.size() / 2], p.times.front(), p.error);
}

// Peers take turns, 20 iterations each, so that a change of clock hits all of them.
bool measure(std::size_t n) {
  workload w(n);
  cudaGraphExec_t graph = record_graph(w);
  std::vector<peer> peers{{"4 CUDA kernels", [&] { w.launch_four(); }},
                          {"CUDA graph of 4 kernels", [&] { CHECK(cudaGraphLaunch(graph, w.stream)); }},
                          {"hand-fused CUDA", [&] { w.launch_fused(); }},
                          {"hand-fused CUDA, float4", [&] { w.launch_float4(); }}};
  bool right = true;
  for (peer &p : peers) {
    check(w, p);
    right = right && p.error < 1e-5; // inputs are in [-1, 1)
  }
  const int rounds = n > 10'000'000 ? 5 : 50;
  for (int round = 0; round < rounds; ++round)
    for (peer &p : peers)
      for (int i = 0; i < 20; ++i) {
        const double t = time_once(p, w.stream);
        if (i >= 5) // the first ones warm up after the change of peer
          p.times.push_back(t);
      }
  for (peer &p : peers)
    print(p, n);
  print_device_time(peers.back(), w);
  CHECK(cudaGraphExecDestroy(graph));
  return right;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < argc; ++i)
    sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  if (sizes.empty())
    sizes = {4096, 1'000'000, 100'000'000};
  bool right = true;
  for (std::size_t n : sizes)
    right = measure(n) && right;
  return right ? 0 : 1;
}
