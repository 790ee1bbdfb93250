// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind a graph that is built. Commands that are added come through a queue of the graph's own, which always
// records to it; both ways end in record().
#pragma once

#include "core/graphs/graph_node.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/ext/oneapi/experimental/graph/command_graph.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace sycl::detail {

// A node of an executable graph.
struct graph_member {
  std::shared_ptr<graph_node> origin;
  held_command command;                  // a copy
  std::vector<std::size_t> predecessors; // numbers of nodes
};

class graph_impl final : public command_recorder, public std::enable_shared_from_this<graph_impl> {
public:
  // Throws errc::invalid if the device is not in the context.
  static std::shared_ptr<graph_impl> make(const context &, const device &, const property_list &);
  // Ends recordings.
  ~graph_impl() override;

  const std::shared_ptr<queue_impl> &commands() const { return commands_; }
  std::size_t id() const noexcept { return id_; }
  // For the graph, and for commands and dynamic values in its nodes.
  std::mutex &lock() { return mutex_; }

  event record(queue_impl &, command_holder &) override;
  // The queue for the next command that is added. Throws while a queue records.
  queue_impl &begin_add();
  std::shared_ptr<graph_node> add_group(const std::shared_ptr<dynamic_group> &, std::vector<held_command>);
  void make_edge(graph_node &from, graph_node &to);

  void begin_recording(const std::vector<queue> &);
  // For a queue that depends on a recorded command.
  void join_recording(queue_impl &);
  void end_recording();
  void end_recording(queue_impl &);

  std::vector<std::shared_ptr<graph_node>> nodes() const;
  std::vector<std::shared_ptr<graph_node>> ends(bool roots) const; // else leaves
  // The nodes as they are, with copies of their commands.
  std::vector<graph_member> members() const;
  // Throws errc::invalid for a buffer that nodes cannot have.
  void check_buffer(buffer_impl &) const;

private:
  graph_impl(const context &, const device &, const property_list &);

  struct buffer_use {
    graph_node *node;
    byte_range bytes;
    bool writes;
  };
  // A queue that records, or did.
  struct recorded_queue {
    std::weak_ptr<queue_impl> queue;
    const queue_impl *key;
    bool open;
    graph_node *last = nullptr, *barrier = nullptr;
    std::vector<graph_node *> since; // the last barrier for all
  };
  using node_list = std::vector<graph_node *>;

  // All with the lock held.
  void start(queue_impl &);
  void stop(recorded_queue &);
  recorded_queue *find(const queue_impl &);
  bool records() const;
  void check(const command &, bool added) const;
  node_list predecessors_of(const command &, const recorded_queue *) const;
  void add_dependencies(const command &, node_list &) const;
  void add_conflicts(const command &, node_list &) const;
  static void add_queue_order(const command &, const recorded_queue &, node_list &);
  void enter_dynamic(const held_command &);
  void enter_uses(graph_node &);
  static void enter_queue(graph_node &, recorded_queue &);
  std::shared_ptr<graph_node> append(held_command, const queue_impl *from, node_list predecessors);
  void mark_recorded(const command &);

  const std::size_t id_;
  const bool checks_circles_, has_buffers_;
  std::shared_ptr<queue_impl> commands_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<graph_node>> nodes_;
  std::unordered_map<const buffer_impl *, std::vector<buffer_use>> uses_;
  std::vector<recorded_queue> queues_;
  std::vector<const buffer_impl *> recorded_; // buffers of commands that were recorded since a queue began
};

// The node of a recorded command, by its event. Throws errc::invalid if that is of no recorded command, or of another
// graph.
graph_node &node_of(const event_impl &, const graph_impl &);
event event_of(const std::shared_ptr<graph_node> &);

} // namespace sycl::detail
