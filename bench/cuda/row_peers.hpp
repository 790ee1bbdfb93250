// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The workloads of bench-row-sequences written by hand (row_peers.cu): sizes are rows and columns.
#pragma once

enum class row_workload : int { softmax, gated_norm };

// The workload and whether its kernels are one, in the number that makes a peer.
constexpr int row_peer_number(row_workload w, bool fused) { return 2 * static_cast<int>(w) + (fused ? 1 : 0); }

namespace row_constants {
constexpr float epsilon = 1e-6f;
constexpr int group_size = 256, lanes = 32, short_row = 512; // rows shorter than that are a warp's, or sub-group's
} // namespace row_constants
