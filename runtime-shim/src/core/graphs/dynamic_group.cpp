// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/dynamic_group.hpp"

#include "core/graphs/graph_commands.hpp"
#include "core/graphs/graph_impl.hpp"
#include "core/memory/command_groups.hpp"
#include "core/process/errors.hpp"

namespace sycl::detail {
namespace {

std::shared_ptr<graph_impl> locked(const std::weak_ptr<graph_impl> &g) {
  auto there = g.lock();
  if (!there)
    throw_error(errc::invalid, "dynamic_command_group: its graph is gone");
  return there;
}

} // namespace

std::shared_ptr<graph_node> dynamic_group::add_to(graph_impl &g, const std::vector<event> &dependencies) {
  if (graph_.lock().get() != &g)
    throw_error(errc::invalid, "add: the dynamic_command_group is for another graph");
  queue_impl &q = g.begin_add();
  std::vector<held_command> commands;
  for (const function &f : functions_) {
    handler h(&q);
    h.depends_on(dependencies);
    f(h);
    const ended_buffers ended = end_command_group(*h.command());
    commands.push_back(hold(g.commands(), h.release()));
    check_placeholders(*commands.back());
    q.prepare(*commands.back());
  }
  auto node = g.add_group(shared_from_this(), std::move(commands));
  std::lock_guard<std::mutex> lock(g.lock());
  node->command = node->alternatives[active_];
  nodes_.push_back(node);
  return node;
}

std::size_t dynamic_group::active() const {
  const auto g = locked(graph_);
  std::lock_guard<std::mutex> lock(g->lock());
  return active_;
}

void dynamic_group::set_active(std::size_t index) {
  if (index >= functions_.size())
    throw_error(errc::invalid, "set_active_index: " + std::to_string(index) + " is beyond the " +
                                   std::to_string(functions_.size()) + " functions");
  const auto g = locked(graph_);
  std::lock_guard<std::mutex> lock(g->lock());
  active_ = index;
  for (const auto &weak : nodes_)
    if (const auto n = weak.lock())
      n->command = n->alternatives[index];
}

std::vector<held_command> dynamic_group::active_commands() const {
  std::vector<held_command> all;
  for (const auto &weak : nodes_)
    if (const auto n = weak.lock())
      all.push_back(n->command);
  return all;
}

} // namespace sycl::detail
