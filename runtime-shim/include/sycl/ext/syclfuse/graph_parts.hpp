// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::syclfuse::parts_of: what the kernels of an executable graph run as.
#pragma once

#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "sycl/ext/oneapi/experimental/graph/command_graph.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sycl::ext::syclfuse {

// A buffer whose contents a fused kernel keeps out of global memory.
struct kept_buffer {
  enum class memory { registers, local_memory };
  std::string accessor; // name of one of its accessors in the program
  std::size_t bytes;    // size of the buffer
  memory where;
};

// One launch: several kernels of a graph that run as one, or a single kernel.
struct graph_part {
  std::vector<oneapi::experimental::node> nodes; // in the order in which the kernels follow each other
  codeplay::experimental::fusion_outcome outcome;
  // Why it was not fused, or not in its best form; none for a kernel that has no others to be fused with.
  codeplay::experimental::fusion_reason reason;
  std::vector<kept_buffer> kept;
};

// The launches of kernels in the graph's next execution, in their order. Kernels of a graph inside this one are nodes
// of that graph. The result is a copy and does not change with later updates. May be called from any thread.
SYCL_FUSE_API std::vector<graph_part>
parts_of(const oneapi::experimental::command_graph<oneapi::experimental::graph_state::executable> &);

} // namespace sycl::ext::syclfuse
