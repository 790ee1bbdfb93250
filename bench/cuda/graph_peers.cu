// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//   nvcc -O3 -std=c++17 -arch=sm_90 -shared -Xcompiler -fPIC graph_peers.cu -o libgraph-peers.so
#include "chain_kernels.cuh"
#include "graph_peers.hpp"

#include <cuda_runtime.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

__global__ void step(float *__restrict__ x, std::size_t n) {
  if (const std::size_t i = index(); i < n)
    x[i] = x[i] * 0.5f + 1.0f;
}

} // namespace

struct graph_peer {
  std::size_t n;
  cudaStream_t stream = nullptr;
  cudaGraphExec_t graph = nullptr;
  std::vector<float *> memory;

  graph_peer(graph_workload w, std::size_t size, int kernels) : n(size) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const bool chain = w == graph_workload::chain || w == graph_workload::chain_fused;
    for (int i = 0; i < (chain ? 8 : w == graph_workload::beside ? kernels : 2); ++i) {
      float *p = nullptr;
      check(cudaMalloc(&p, n * sizeof(float)));
      memory.push_back(p);
      check(cudaMemset(p, 0, n * sizeof(float)));
    }
    check(cudaDeviceSynchronize());
    cudaGraph_t made = nullptr;
    if (w == graph_workload::beside) {
      made = side_by_side();
    } else {
      check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
      launch_all(w, kernels);
      check(cudaStreamEndCapture(stream, &made));
    }
    check(cudaGraphInstantiate(&graph, made, 0));
    check(cudaGraphDestroy(made));
    check(cudaGraphUpload(graph, stream));
  }
  ~graph_peer() {
    cudaGraphExecDestroy(graph);
    for (float *p : memory)
      cudaFree(p);
    cudaStreamDestroy(stream);
  }
  graph_peer(const graph_peer &) = delete;

  void launch_all(graph_workload w, int kernels) {
    float *const *m = memory.data();
    const unsigned grid = blocks(n);
    if (w == graph_workload::chain_fused)
      return fused_float4<<<blocks(n / 4), block, 0, stream>>>(m[0], m[1], m[2], m[3], m[4], n);
    if (w == graph_workload::chain) {
      multiply<<<grid, block, 0, stream>>>(m[0], m[1], m[5], n);
      subtract<<<grid, block, 0, stream>>>(m[0], m[2], m[6], n);
      multiply<<<grid, block, 0, stream>>>(m[6], m[3], m[7], n);
      return subtract<<<grid, block, 0, stream>>>(m[5], m[7], m[4], n);
    }
    for (int k = 0; k < kernels; ++k) {
      step<<<grid, block, 0, stream>>>(m[0], n);
      if (w == graph_workload::parts && k % 10 == 9)
        check(cudaMemcpyAsync(m[1], m[0], n * sizeof(float), cudaMemcpyDeviceToDevice, stream));
    }
  }

  cudaGraph_t side_by_side() {
    cudaGraph_t made = nullptr;
    check(cudaGraphCreate(&made, 0));
    for (float *p : memory) {
      void *arguments[] = {&p, &n};
      cudaKernelNodeParams params = {};
      params.func = reinterpret_cast<void *>(step);
      params.gridDim = dim3(blocks(n));
      params.blockDim = dim3(block);
      params.kernelParams = arguments;
      cudaGraphNode_t node;
      check(cudaGraphAddKernelNode(&node, made, nullptr, 0, &params));
    }
    return made;
  }

  void result(graph_workload w, const float *const inputs[4], float *to) {
    const bool chain = inputs != nullptr;
    for (std::size_t i = 0; i < memory.size(); ++i)
      if (chain && i < 4)
        check(cudaMemcpy(memory[i], inputs[i], n * sizeof(float), cudaMemcpyHostToDevice));
      else
        check(cudaMemset(memory[i], chain ? 0xff : 0, n * sizeof(float)));
    check(cudaDeviceSynchronize());
    check(cudaGraphLaunch(graph, stream));
    check(cudaStreamSynchronize(stream));
    check(cudaMemcpy(to, chain ? memory[4] : w == graph_workload::parts ? memory[1] : memory[0], n * sizeof(float),
                     cudaMemcpyDeviceToHost));
  }
  graph_workload what{};
};

namespace {

template <class F> bool says(F f) {
  try {
    f();
    return true;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "graph_peers: %s\n", e.what());
    return false;
  }
}

} // namespace

extern "C" const graph_peer_functions *graph_peers() {
  static const graph_peer_functions functions = {
      [](graph_workload w, std::size_t n, int kernels) {
        graph_peer *made = nullptr;
        says([&] {
          made = new graph_peer(w, n, kernels);
          made->what = w;
        });
        return made;
      },
      [](graph_peer *p) { return cudaGraphLaunch(p->graph, p->stream) == cudaSuccess; },
      [](graph_peer *p) { return cudaStreamSynchronize(p->stream) == cudaSuccess; },
      [](graph_peer *p, const float *const inputs[4], float *to) {
        return says([&] { p->result(p->what, inputs, to); });
      },
      [](graph_peer *p) { delete p; }};
  return &functions;
}
