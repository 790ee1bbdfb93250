// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One order of the commands of a graph in which each comes after what it depends on. The plugin and the runtime both
// order graphs by it, so that a graph has the same runs of kernels in the manifest as in a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace syclfuse {

enum class graph_step : std::uint8_t {
  other,    // a command that cannot be part of a fused kernel
  kernel,   // one that can
  anywhere, // does nothing; the order does its work
};

struct graph_member_order {
  graph_step step = graph_step::other;
  std::vector<std::size_t> predecessors;
};

namespace detail {
// The commands whose predecessors have all been taken.
class ready_steps {
public:
  void add(std::size_t n, graph_step s) { lists_[static_cast<std::size_t>(s)].insert(n); }
  bool empty() const { return lists_[0].empty() && lists_[1].empty() && lists_[2].empty(); }
  std::size_t take() {
    if (!list(graph_step::anywhere).empty())
      return first_of(list(graph_step::anywhere));
    if (list(current_).empty())
      current_ = current_ == graph_step::kernel ? graph_step::other : graph_step::kernel;
    return first_of(list(current_));
  }

private:
  using numbers = std::set<std::size_t>;
  static std::size_t first_of(numbers &from) {
    const std::size_t n = *from.begin();
    from.erase(from.begin());
    return n;
  }
  numbers &list(graph_step s) { return lists_[static_cast<std::size_t>(s)]; }

  numbers lists_[3];
  graph_step current_ = graph_step::other;
};
} // namespace detail

// Numbers of members, as they were added, as far as the edges allow it; but kernels come in as few runs as possible:
// whatever else can go first does, then all kernels that can, and so on. A run that could begin or end elsewhere gains
// nothing, since each takes all that any order could have given it. Members in a circle are left out.
inline std::vector<std::size_t> linearize(const std::vector<graph_member_order> &all) {
  std::vector<std::vector<std::size_t>> after(all.size());
  std::vector<std::size_t> missing(all.size()), order;
  detail::ready_steps ready;
  for (std::size_t n = 0; n < all.size(); ++n) {
    missing[n] = all[n].predecessors.size();
    for (std::size_t p : all[n].predecessors)
      after[p].push_back(n);
  }
  for (std::size_t n = 0; n < all.size(); ++n)
    if (missing[n] == 0)
      ready.add(n, all[n].step);
  while (!ready.empty()) {
    const std::size_t n = ready.take();
    order.push_back(n);
    for (std::size_t next : after[n])
      if (--missing[next] == 0)
        ready.add(next, all[next].step);
  }
  return order;
}

} // namespace syclfuse
