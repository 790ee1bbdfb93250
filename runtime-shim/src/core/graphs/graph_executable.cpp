// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/graph_executable.hpp"

#include "core/graphs/graph_commands.hpp"
#include "core/process/errors.hpp"
#include "core/process/sort_unique.hpp"

namespace sycl::detail {
namespace {

// Whether its node may be updated.
bool can_change(const command &c) { return c.kind == command_kind::kernel || c.kind == command_kind::host_task; }

} // namespace

graph_executable::graph_executable(const graph_impl &source, const graph_options &o)
    : commands_(source.commands()), options_(o), id_(source.id()), members_(source.members()) {
  launched_ = own(members_);
  auto s = build_sequence(launched_, o, nullptr);
  fuse_sequence(*s, o, *commands_);
  commands_->prepare_sequence(*s, nullptr);
  set_current(std::move(s));
}

std::vector<graph_member> graph_executable::own(std::vector<graph_member> members) const {
  if (options_.fuse && options_.updatable)
    for (graph_member &m : members)
      if (step_of(*m.command) == syclfuse::graph_step::kernel)
        m.command = copy_of(*m.command, commands_);
  return options_.require ? opened(std::move(members)) : std::move(members);
}

// With copies of the commands of graphs in the graph in place of these.
std::vector<graph_member> graph_executable::opened(std::vector<graph_member> members) const {
  std::vector<graph_member> all;
  std::vector<std::vector<std::size_t>> ends; // of each member: the last ones that stand for it
  for (graph_member &m : members) {
    std::vector<std::size_t> before;
    for (std::size_t p : m.predecessors)
      before.insert(before.end(), ends[p].begin(), ends[p].end());
    sort_unique(before);
    if (m.command->kind == command_kind::graph) {
      ends.push_back(add_inner(m.command->sequence->flat, before, all));
      continue;
    }
    ends.push_back({all.size()});
    all.push_back({std::move(m.origin), std::move(m.command), std::move(before)});
  }
  return all;
}

// Returns the last ones, or those before if there is nothing to add.
std::vector<std::size_t> graph_executable::add_inner(const flat_sequence &inner, const std::vector<std::size_t> &before,
                                                     std::vector<graph_member> &to) const {
  const held_locks held(inner.locks);
  const std::size_t first = to.size();
  std::vector<bool> is_end(inner.steps.size(), true);
  for (const flat_sequence::step &step : inner.steps) {
    std::vector<std::size_t> after = step.after.empty() ? before : std::vector<std::size_t>();
    for (std::size_t n : step.after) {
      is_end[n] = false;
      after.push_back(first + n);
    }
    to.push_back({std::static_pointer_cast<graph_node>(step.what->origin), copy_of(*step.what->single, commands_),
                  std::move(after)});
  }
  std::vector<std::size_t> ends = inner.steps.empty() ? before : std::vector<std::size_t>();
  for (std::size_t n = 0; n != is_end.size(); ++n)
    if (is_end[n])
      ends.push_back(first + n);
  return ends;
}

void graph_executable::check_updatable() const {
  if (!options_.updatable)
    throw_error(errc::invalid, "update: the graph was not finalized with property::graph::updatable");
}

void graph_executable::replace(std::vector<graph_member> members) {
  const auto before = current();
  std::vector<graph_member> launched = own(members);
  std::shared_ptr<command_sequence> s;
  {
    std::lock_guard<std::mutex> held(*before->lock);
    s = build_sequence(launched, options_, before->lock);
    take_over_matches(*s, *before);
  }
  fuse_sequence(*s, options_, *commands_); // without the lock: a compiler may be waited for
  commands_->prepare_sequence(*s, before.get());
  members_ = std::move(members);
  launched_ = std::move(launched);
  set_current(std::move(s));
}

void graph_executable::update(const std::vector<std::shared_ptr<graph_node>> &nodes) {
  check_updatable();
  std::lock_guard<std::mutex> lock(update_mutex_);
  std::vector<graph_member> members = members_;
  for (const auto &n : nodes) {
    const auto g = n->graph.lock();
    if (!g || n->number >= members.size() || members[n->number].origin != n)
      throw_error(errc::invalid, "update: the node is not one of the graph that was finalized");
    graph_member &m = members[n->number];
    std::lock_guard<std::mutex> held(g->lock());
    if (can_change(*n->command))
      m.command = copy_of(*n->command, commands_);
    else if (step_of(*n->command) != syclfuse::graph_step::anywhere)
      throw_error(errc::invalid, std::string("update: a node of type ") + name_of(type_of(*n->command)));
  }
  replace(std::move(members));
}

void graph_executable::update(const graph_impl &g) {
  check_updatable();
  if (g.commands()->ctx() != commands_->ctx() || &g.commands()->dev() != &commands_->dev())
    throw_error(errc::invalid, "update: the graph has another context or device");
  const std::vector<graph_member> from = g.members();
  std::lock_guard<std::mutex> lock(update_mutex_);
  if (from.size() != members_.size())
    throw_error(errc::invalid, "update: a graph of " + std::to_string(from.size()) +
                                   " nodes, needed: " + std::to_string(members_.size()));
  std::vector<graph_member> members = members_;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const command &old = *members[i].command, &given = *from[i].command;
    if (type_of(old) != type_of(given) || old.kernel != given.kernel ||
        from[i].predecessors.size() != members[i].predecessors.size())
      throw_error(errc::invalid, "update: node " + std::to_string(i) +
                                     " of the graph is another command, or depends "
                                     "on another number of nodes");
    if (can_change(given))
      members[i].command = from[i].command;
    else if (step_of(given) != syclfuse::graph_step::anywhere)
      throw_error(errc::invalid, std::string("update: a node of type ") + name_of(type_of(given)));
  }
  replace(std::move(members));
}

} // namespace sycl::detail
