// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The workloads of bench-by-hand written by hand (sequence_peers.cu): sizes are rows and columns.
#pragma once

#include <cstddef>

// mlp_flat: as mlp, over a range of one dimension.
enum class sequence_workload : int { mlp, mlp_flat, black_scholes, stencil, group_sums, count };

// The workload and whether its kernels are one, in the number that makes a peer.
constexpr int peer_number(sequence_workload w, bool fused) { return 2 * static_cast<int>(w) + (fused ? 1 : 0); }

namespace sequence_constants {
constexpr float rate = 0.02f, volatility = 0.3f, root_half = 0.70710678f;
constexpr float gelu_linear = 0.7978845608f, gelu_cubic = 0.044715f, scale_of_output = 1.25f;
constexpr int tile_height = 8, tile_width = 64, group_size = 256;
} // namespace sequence_constants
