// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launches of an executable graph's kernels, for programs and pictures.
#pragma once

#include "core/queue/sequence.hpp"

#include <string>
#include <vector>

namespace sycl::detail {

// A buffer that a fused kernel has no pointer to.
struct kept_memory {
  std::string accessor;
  std::size_t bytes;
  bool local;
};

struct kernel_launch {
  std::vector<std::size_t> steps; // numbers in `flat`: one, or those that were fused
  choice as;                      // reason_none without a variant: a kernel alone
  std::vector<kept_memory> kept;
};

// In their order, also those of graphs in the graph. With the locks of the sequence held.
std::vector<kernel_launch> launches_of(const command_sequence &);

} // namespace sycl::detail
