// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The workloads of bench-graphs written by hand: CUDA graphs of hand-written kernels, in a library of their own.
#pragma once

#include <cstddef>

// What the graph is of.
enum class graph_workload : int {
  chain_fused, // out = a * b - (a - c) * d in one kernel, four elements per thread
  chain,       // the same in four kernels
  row,         // kernels over one array, each behind the last
  beside,      // kernels over an array each
  parts        // a row in which each tenth kernel is followed by a copy of the array
};

struct graph_peer;
struct graph_peer_functions {
  // `kernels`: of row, beside and parts. Null if CUDA fails, which has been said on stderr.
  graph_peer *(*make)(graph_workload, std::size_t n, int kernels);
  bool (*launch)(graph_peer *);
  bool (*wait)(graph_peer *);
  // The first `n` elements of the result after one launch: of chains from these inputs, else from zeros.
  bool (*result)(graph_peer *, const float *const inputs[4], float *to);
  void (*end)(graph_peer *);
};
extern "C" const graph_peer_functions *graph_peers();
