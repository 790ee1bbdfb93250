// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/linearization.hpp"

#include "syclfuse/linearization.hpp"

namespace sycl::detail {

using syclfuse::graph_step;

bool only_orders(const command &c) {
  return c.kind == command_kind::empty || c.kind == command_kind::barrier || c.kind == command_kind::barrier_all;
}
bool can_be_fused(const command &c) { return c.kind == command_kind::kernel && c.fusible && !c.root_sync; }

static graph_step step_of(const command &c) {
  if (only_orders(c))
    return graph_step::anywhere;
  return can_be_fused(c) ? graph_step::kernel : graph_step::other;
}

std::vector<std::size_t> linearize(const std::vector<graph_member> &all, bool together) {
  std::vector<syclfuse::graph_member_order> members;
  members.reserve(all.size());
  for (const graph_member &m : all)
    members.push_back({together ? step_of(*m.command) : graph_step::other, m.predecessors});
  return syclfuse::linearize(members);
}

} // namespace sycl::detail
