// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/graph_impl.hpp"

#include "core/bundles/registry.hpp"
#include "core/graphs/dynamic_local.hpp"
#include "core/graphs/dynamic_value.hpp"
#include "core/graphs/graph_commands.hpp"
#include "core/memory/placement.hpp"
#include "core/process/errors.hpp"
#include "core/queue/stream_output.hpp"

#include <algorithm>
#include <atomic>

namespace sycl::detail {
namespace {

std::atomic<std::size_t> next_id{0};

bool overlap(byte_range a, byte_range b) { return a.begin < b.end && b.begin < a.end; }
bool covers(byte_range a, byte_range b) { return a.begin <= b.begin && b.end <= a.end; }

bool uses_device_global(const command &c) {
  using syclfuse::argument_source;
  const auto is_one = [](const auto &a) { return a.source == argument_source::device_global; };
  const auto takes_one = [&](const variant_source &v) {
    const auto arguments = v.bundle->view.arguments(*v.record);
    return std::any_of(arguments.begin(), arguments.end(), is_one);
  };
  const auto &variants = registry::instance().find(*c.kernel)->sources;
  return std::any_of(variants.begin(), variants.end(), takes_one);
}

bool is_barrier(const command &c) { return c.kind == command_kind::barrier || c.kind == command_kind::barrier_all; }
bool is_barrier_for_all(const command &c) { return is_barrier(c) && c.dependencies.empty(); }

} // namespace

graph_impl::graph_impl(const context &c, const device &d, const property_list &p)
    : id_(next_id.fetch_add(1)), checks_circles_(!p.has(property_id::no_cycle_check)),
      has_buffers_(p.has(property_id::assume_buffer_outlives_graph)),
      commands_(std::make_shared<queue_impl>(d, &c, async_handler(), property_list())) {
  commands_->set_self();
}

std::shared_ptr<graph_impl> graph_impl::make(const context &c, const device &d, const property_list &p) {
  if (p.has(property_id::enable_native_recording))
    throw_error(errc::feature_not_supported, "command_graph: no back end records natively here");
  std::shared_ptr<graph_impl> g(new graph_impl(c, d, p));
  g->commands_->start_recording(g);
  return g;
}

graph_impl::~graph_impl() { end_recording(); }

graph_node &node_of(const event_impl &e, const graph_impl &g) {
  auto *node = static_cast<graph_node *>(e.recorded.get());
  if (!node || node->graph.lock().get() != &g)
    throw_error(errc::invalid, "the command of a graph depends on an event that is not of the same graph");
  return *node;
}

event event_of(const std::shared_ptr<graph_node> &n) {
  auto e = ref<event_impl>::adopt(new event_impl(event_impl::state::complete));
  e->recorded = n;
  return event(std::move(e));
}

// Adding

queue_impl &graph_impl::begin_add() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (records())
    throw_error(errc::invalid, "add: a queue records to the graph");
  return *commands_;
}

void graph_impl::check_buffer(buffer_impl &b) const {
  if (!has_buffers_)
    throw_error(errc::invalid,
                "a command of a graph uses a buffer: the graph needs the property assume_buffer_outlives_graph");
  if (b.writes_back())
    throw_error(errc::invalid, "a command of a graph uses a buffer that writes back: call set_write_back(false)");
}

void graph_impl::check(const command &c, bool added) const {
  if (c.not_in_graphs)
    throw_error(errc::invalid, std::string("a command of a graph has ") + c.not_in_graphs);
  if (c.kind == command_kind::kernel && uses_device_global(c))
    throw_error(errc::invalid, "a kernel of a graph uses a device_global");
  if (added && is_barrier(c))
    throw_error(errc::invalid, "add: a barrier can only be recorded; an empty node with depends_on_all_leaves is one");
  if (!c.dynamic_arguments.empty() && (!added || c.kind != command_kind::kernel))
    throw_error(errc::invalid, "set_arg: a dynamic_parameter is an argument of kernels that are added to a graph only");
  if (!added)
    refuse_dynamic_local(c);
  if (c.kind == command_kind::graph)
    return; // the other graph has checked them
  const auto own = [&](const buffer_impl *b) {
    return std::any_of(c.scratch.begin(), c.scratch.end(), [b](const auto &s) { return s.get() == b; });
  };
  for (const requirement &r : c.requirements)
    if (!own(r.buffer))
      check_buffer(*r.buffer);
}

namespace {

// A buffer that was made from constant data may have got memory of its own since the accessor was made.
void keep_addresses(command &c, device_impl &device) {
  for (requirement &r : c.requirements) {
    void *memory = r.host ? r.buffer->host_memory(true) : r.buffer->memory(device, true);
    if (memory == r.memory)
      continue;
    move_accessors(c, *r.buffer, r.memory, memory);
    r.memory = memory;
  }
}

} // namespace

event graph_impl::record(queue_impl &q, command_holder &c) {
  const bool added = &q == commands_.get();
  std::lock_guard<std::mutex> lock(mutex_);
  recorded_queue *from = added ? nullptr : find(q);
  check(*c, added);
  keep_addresses(*c, q.dev());
  node_list predecessors = predecessors_of(*c, from);
  const bool all = is_barrier_for_all(*c);
  stream_outputs streams = std::move(c->streams);
  held_command held = added ? hold(commands_, c.take()) : copy_of(*c, commands_);
  if (all)
    held->kind = command_kind::barrier_all;
  held->dependencies.clear();
  enter_dynamic(held);
  auto node = append(std::move(held), added ? nullptr : &q, std::move(predecessors));
  if (from) {
    enter_queue(*node, *from);
    mark_recorded(*node->command);
  }
  if (!streams.empty()) {
    held_command printing = hold(commands_, commands_->acquire());
    describe_printing(*printing, std::move(streams), /*again=*/true);
    append(std::move(printing), node->from, {node.get()});
  }
  return event_of(node);
}

void graph_impl::enter_dynamic(const held_command &c) {
  for (const dynamic_argument &a : c->dynamic_arguments)
    if (a.value) // else the kernel has captured it
      a.value->enter(shared_from_this(), c, a.index);
  c->dynamic_arguments.clear();
  bind_dynamic_local(shared_from_this(), c);
}

std::shared_ptr<graph_node> graph_impl::append(held_command c, const queue_impl *from, node_list predecessors) {
  auto node = std::make_shared<graph_node>(weak_from_this(), nodes_.size(), from, std::move(c));
  node->predecessors = std::move(predecessors);
  for (graph_node *p : node->predecessors)
    p->successors.push_back(node.get());
  enter_uses(*node);
  nodes_.push_back(node);
  return node;
}

std::shared_ptr<graph_node> graph_impl::add_group(const std::shared_ptr<dynamic_group> &group,
                                                  std::vector<held_command> alternatives) {
  std::lock_guard<std::mutex> lock(mutex_);
  node_list predecessors;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    command &c = *alternatives[i];
    check(c, true);
    if (!c.streams.empty())
      throw_error(errc::feature_not_supported,
                  "dynamic_command_group: a kernel with a stream cannot be one of several");
    if ((c.kind != command_kind::kernel && c.kind != command_kind::host_task) || c.kind != alternatives[0]->kind)
      throw_error(errc::invalid, "dynamic_command_group: its functions submit kernels, or all of them host tasks");
    keep_addresses(c, commands_->dev());
    node_list found = predecessors_of(c, nullptr);
    std::sort(found.begin(), found.end());
    if (i != 0 && found != predecessors)
      throw_error(errc::invalid, "dynamic_command_group: its functions depend on different nodes");
    predecessors = std::move(found);
  }
  for (const held_command &c : alternatives) {
    c->dependencies.clear();
    enter_dynamic(c);
  }
  std::sort(predecessors.begin(), predecessors.end(),
            [](const graph_node *a, const graph_node *b) { return a->number < b->number; });
  auto node = append(alternatives[0], nullptr, std::move(predecessors));
  node->alternatives = std::move(alternatives);
  node->group = group;
  return node;
}

// Edges

namespace {

template <class List> void add_once(List &to, graph_node *n) {
  if (n && std::find(to.begin(), to.end(), n) == to.end())
    to.push_back(n);
}

} // namespace

graph_impl::node_list graph_impl::predecessors_of(const command &c, const recorded_queue *from) const {
  node_list found;
  add_dependencies(c, found);
  add_conflicts(c, found);
  if (from)
    add_queue_order(c, *from, found);
  return found;
}

void graph_impl::add_dependencies(const command &c, node_list &found) const {
  for (const auto &d : c.dependencies)
    add_once(found, &node_of(*d, *this));
}

void graph_impl::add_conflicts(const command &c, node_list &found) const {
  for (const requirement &r : c.requirements) {
    const auto uses = uses_.find(r.buffer);
    if (uses == uses_.end())
      continue;
    for (const buffer_use &u : uses->second)
      if ((u.writes || writes(r.mode)) && overlap(u.bytes, r.bytes))
        add_once(found, u.node);
  }
}

void graph_impl::add_queue_order(const command &c, const recorded_queue &from, node_list &found) {
  const auto locked = from.queue.lock();
  if (locked && locked->in_order())
    add_once(found, from.last);
  add_once(found, from.barrier);
  const auto is_leaf = [&](const graph_node *n) {
    return std::none_of(n->successors.begin(), n->successors.end(),
                        [&](const graph_node *s) { return s->from == from.key; });
  };
  if (is_barrier_for_all(c))
    for (graph_node *n : from.since)
      if (is_leaf(n))
        add_once(found, n);
}

void graph_impl::enter_uses(graph_node &n) {
  for (const requirement &r : n.command->requirements) {
    std::vector<buffer_use> &uses = uses_[r.buffer];
    if (writes(r.mode))
      uses.erase(
          std::remove_if(uses.begin(), uses.end(), [&](const buffer_use &u) { return covers(r.bytes, u.bytes); }),
          uses.end());
    uses.push_back({&n, r.bytes, writes(r.mode)});
  }
}

void graph_impl::enter_queue(graph_node &n, recorded_queue &from) {
  from.last = &n;
  if (is_barrier(*n.command))
    from.barrier = &n;
  if (n.command->kind == command_kind::barrier_all)
    from.since.clear();
  else
    from.since.push_back(&n);
}

void graph_impl::make_edge(graph_node &from, graph_node &to) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (records())
    throw_error(errc::invalid, "make_edge: a queue records to the graph");
  if (from.graph.lock().get() != this || to.graph.lock().get() != this)
    throw_error(errc::invalid, "make_edge: a node of another graph");
  if (&from == &to)
    throw_error(errc::invalid, "make_edge: from a node to itself");
  if (checks_circles_) {
    node_list reached{&to};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (graph_node *n : node_list(reached[i]->successors))
        add_once(reached, n);
    if (std::find(reached.begin(), reached.end(), &from) != reached.end())
      throw_error(errc::invalid, "make_edge: the edge would close a circle");
  }
  add_once(to.predecessors, &from);
  add_once(from.successors, &to);
}

// Asking

std::vector<std::shared_ptr<graph_node>> graph_impl::nodes() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return nodes_;
}

std::vector<std::shared_ptr<graph_node>> graph_impl::ends(bool roots) const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::shared_ptr<graph_node>> found;
  for (const auto &n : nodes_)
    if ((roots ? n->predecessors : n->successors).empty())
      found.push_back(n);
  return found;
}

std::vector<graph_member> graph_impl::members() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<graph_member> all;
  for (const auto &n : nodes_) {
    std::vector<std::size_t> before;
    for (const graph_node *p : n->predecessors)
      before.push_back(p->number);
    all.push_back({n, copy_of(*n->command, commands_), std::move(before)});
  }
  return all;
}

} // namespace sycl::detail
