// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind an executable graph: copies of the nodes' commands, and the sequence that is made of them. An update
// makes a new sequence, which has all commands of the old one that stay: executions that were submitted keep theirs.
#pragma once

#include "core/graphs/sequence_builder.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

class graph_executable final : public executable_graph {
public:
  graph_executable(const graph_impl &source, const graph_options &);

  const std::shared_ptr<queue_impl> &commands() const { return commands_; }
  void update(const std::vector<std::shared_ptr<graph_node>> &);
  void update(const graph_impl &);

private:
  void check_updatable() const;
  // As the members would be; throws what fuse_sequence() does, and stays as it was then.
  void replace(std::vector<graph_member>);

  const std::shared_ptr<queue_impl> commands_;
  const graph_options options_;
  const std::weak_ptr<const graph_impl> source_;
  std::mutex update_mutex_;
  std::vector<graph_member> members_; // under update_mutex_
};

} // namespace sycl::detail
