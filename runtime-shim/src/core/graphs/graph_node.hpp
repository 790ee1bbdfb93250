// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node of a graph that is built. What is not constant is under the graph's lock.
#pragma once

#include "core/events/recorded_command.hpp"
#include "core/queue/sequence.hpp"
#include "sycl/ext/oneapi/experimental/graph/node.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sycl::detail {

class graph_impl;
class dynamic_group;
using ext::oneapi::experimental::node_type;

class graph_node final : public recorded_command, public std::enable_shared_from_this<graph_node> {
public:
  graph_node(std::weak_ptr<graph_impl> g, std::size_t n, const queue_impl *recorded_from, held_command c)
      : graph(std::move(g)), number(n), from(recorded_from), command(std::move(c)) {}
  void take_over(queue_impl &) override;

  const std::weak_ptr<graph_impl> graph;
  const std::size_t number;     // in the order in which nodes were added
  const queue_impl *const from; // the queue that recorded it; null: it was added
  held_command command;
  std::vector<graph_node *> predecessors, successors; // of the same graph, in the order in which the edges were made
  // For a node that was added with a dynamic_command_group; `command` is one of these.
  std::vector<held_command> alternatives;
  std::shared_ptr<dynamic_group> group;
};

node_type type_of(const command &);
// As messages and pictures have it.
const char *name_of(node_type);

} // namespace sycl::detail
