// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One order of the nodes of a graph in which each comes after what it depends on.
#pragma once

#include "core/graphs/graph_impl.hpp"

#include <vector>

namespace sycl::detail {

// Numbers of nodes. As they were added, as far as the edges allow it. With `together`, kernels that can be fused come
// in as few runs as possible (syclfuse/linearization.hpp).
std::vector<std::size_t> linearize(const std::vector<graph_member> &, bool together);

// An empty node or a barrier: it has edges, and nothing to do.
bool only_orders(const command &);
// True if the command is a kernel that may become part of a fused one.
bool can_be_fused(const command &);

} // namespace sycl::detail
