// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind a dynamic_command_group.
#pragma once

#include "core/graphs/graph_node.hpp"
#include "sycl/handler.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

class dynamic_group : public std::enable_shared_from_this<dynamic_group> {
public:
  using function = std::function<void(handler &)>;
  dynamic_group(std::weak_ptr<graph_impl> g, std::vector<function> functions)
      : graph_(std::move(g)), functions_(std::move(functions)) {}

  // Adds a node. Throws errc::invalid if it is another graph's.
  std::shared_ptr<graph_node> add_to(graph_impl &, const std::vector<event> &dependencies);
  std::size_t active() const;
  // Throws errc::invalid beyond the list.
  void set_active(std::size_t);
  // The active command of each node. With the lock of the graph held.
  std::vector<held_command> active_commands() const;

private:
  const std::weak_ptr<graph_impl> graph_;
  const std::vector<function> functions_;
  // Under the graph's lock.
  std::size_t active_ = 0;
  std::vector<std::weak_ptr<graph_node>> nodes_;
};

} // namespace sycl::detail
