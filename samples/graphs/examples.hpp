// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

constexpr std::size_t dataSize = 512;
using values = std::vector<int>;

// Both make one graph, execute it, and return what its kernels computed.
values recorded_graph(const values &in1, const values &in2, const values &in3); // (in1 + in2) * in3 + (in1 + in2) * 5
values added_graph(const values &in1, const values &in2, const values &in3);    // (in1 + in2) * in3
