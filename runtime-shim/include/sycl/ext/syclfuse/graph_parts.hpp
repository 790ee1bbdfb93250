// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::syclfuse::parts_of: what the kernels of an executable graph run as.
#pragma once

#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "sycl/ext/oneapi/experimental/graph/command_graph.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sycl::ext::syclfuse {

// A buffer that a fused kernel does without.
struct kept_buffer {
  enum class memory { registers, local_memory };
  std::string accessor; // the name of one of its accessors
  std::size_t bytes;    // of the buffer, which would have been written and read
  memory where;
};

// Kernels of a graph that are launched as one, or one kernel.
struct graph_part {
  std::vector<oneapi::experimental::node> nodes; // in the order in which the kernels follow each other
  codeplay::experimental::fusion_outcome outcome;
  // Why it was not fused, or not in its best form. none for a kernel that has no others to be fused with.
  codeplay::experimental::fusion_reason reason;
  std::vector<kept_buffer> kept;
};

// As the graph would be executed now, in that order. Kernels of other graphs in it are among them, as nodes of those.
// May be called from any thread.
SYCL_FUSE_API std::vector<graph_part>
parts_of(const oneapi::experimental::command_graph<oneapi::experimental::graph_state::executable> &);

} // namespace sycl::ext::syclfuse
