// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind an executable graph: copies of the nodes' commands, and the sequence that is made of them. An update
// makes a new sequence, which has all commands of the old one that stay, but kernels that may be fused, since whoever
// fuses writes into their closures: executions that were submitted keep theirs, and so does a graph whose update fails.
#pragma once

#include "core/graphs/sequence_builder.hpp"
#include "core/queue/executable_graph.hpp"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sycl::detail {

class graph_executable final : public executable_graph {
public:
  graph_executable(const graph_impl &source, const graph_options &);

  const std::shared_ptr<queue_impl> &commands() const { return commands_; }
  void update(const std::vector<std::shared_ptr<graph_node>> &);
  void update(const graph_impl &);
  std::size_t id() const { return id_; }
  // Calls f(members, sequence), the latter with what its regions run as by now, and its locks held.
  template <class F> void with_members(F f) {
    std::lock_guard<std::mutex> lock(update_mutex_);
    const auto s = current();
    commands_->prepare_sequence(*s, nullptr, [&] { f(std::as_const(launched_), std::as_const(*s)); });
  }

private:
  void check_updatable() const;
  // The members as a sequence may have them.
  std::vector<graph_member> own(std::vector<graph_member>) const;
  std::vector<graph_member> opened(std::vector<graph_member>) const;
  std::vector<std::size_t> add_inner(const flat_sequence &, const std::vector<std::size_t> &before,
                                     std::vector<graph_member> &to) const;
  // As the members would be; throws what fuse_sequence() does, and stays as it was then.
  void replace(std::vector<graph_member>);

  const std::shared_ptr<queue_impl> commands_;
  const graph_options options_;
  const std::size_t id_; // of the graph that was built
  std::mutex update_mutex_;
  // Under update_mutex_: the first with commands as the nodes had them, the second with those of the sequence.
  std::vector<graph_member> members_, launched_;
};

} // namespace sycl::detail
