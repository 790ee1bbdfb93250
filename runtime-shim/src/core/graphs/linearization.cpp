// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/linearization.hpp"

#include <set>

namespace sycl::detail {

bool can_be_fused(const command &c) { return c.kind == command_kind::kernel && c.fusible && !c.root_sync; }

namespace {

bool has_no_step(const command &c) {
  return c.kind == command_kind::empty || c.kind == command_kind::barrier || c.kind == command_kind::barrier_all;
}

class ready_nodes {
public:
  ready_nodes(const std::vector<graph_member> &all, bool together) : all_(all), together_(together) {}
  void add(std::size_t n) {
    const command &c = *all_[n].command;
    lists_[!together_ ? others : has_no_step(c) ? anywhere : can_be_fused(c) ? kernels : others].insert(n);
  }
  bool empty() const { return lists_[0].empty() && lists_[1].empty() && lists_[2].empty(); }
  std::size_t take() {
    if (!lists_[anywhere].empty())
      return take(lists_[anywhere]);
    if (lists_[current_].empty())
      current_ = current_ == kernels ? others : kernels;
    return take(lists_[current_]);
  }

private:
  enum list { others, kernels, anywhere };
  static std::size_t take(std::set<std::size_t> &from) {
    const std::size_t n = *from.begin();
    from.erase(from.begin());
    return n;
  }
  const std::vector<graph_member> &all_;
  const bool together_;
  std::set<std::size_t> lists_[3];
  list current_ = others;
};

} // namespace

std::vector<std::size_t> linearize(const std::vector<graph_member> &all, bool together) {
  std::vector<std::vector<std::size_t>> after(all.size());
  std::vector<std::size_t> missing(all.size()), order;
  ready_nodes ready(all, together);
  for (std::size_t n = 0; n < all.size(); ++n) {
    missing[n] = all[n].predecessors.size();
    for (std::size_t p : all[n].predecessors)
      after[p].push_back(n);
  }
  for (std::size_t n = 0; n < all.size(); ++n)
    if (missing[n] == 0)
      ready.add(n);
  while (!ready.empty()) {
    const std::size_t n = ready.take();
    order.push_back(n);
    for (std::size_t next : after[n])
      if (--missing[next] == 0)
        ready.add(next);
  }
  return order;
}

} // namespace sycl::detail
