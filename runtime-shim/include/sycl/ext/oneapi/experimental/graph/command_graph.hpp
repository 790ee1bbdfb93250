// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs in both states (sycl_ext_oneapi_graph): one that is built, by adding commands or by recording queues, and one
// that is executed. Handles, equal to their copies. All functions may be called from any thread. Where the comments
// name no other code, misuse throws errc::invalid.
#pragma once

#include "sycl/ext/oneapi/experimental/graph/node.hpp"
#include "sycl/ext/oneapi/experimental/graph/properties.hpp"
#include "sycl/queue.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sycl {

namespace detail {
class graph_impl;
class graph_executable;
class dynamic_group;
using graph_handle = std::shared_ptr<graph_impl>;
using executable_handle = std::shared_ptr<graph_executable>;

// Called before a command group of `g` runs. Returns the queue for its handler. Throws errc::invalid while a queue
// records to `g`.
SYCL_FUSE_API queue_impl *begin_add(graph_impl &g);
// Stands for a node where a command names its dependences.
SYCL_FUSE_API event event_of_node(const node_handle &);
// Makes the handler's node depend on the nodes that the properties of add() name.
SYCL_FUSE_API void depend_on_nodes(graph_impl &, handler &, const property_list &);
} // namespace detail

namespace ext::oneapi::experimental {

class dynamic_command_group;

template <> class SYCL_FUSE_API command_graph<graph_state::modifiable> {
public:
  // Throws errc::invalid if the device is not in the context, errc::feature_not_supported for enable_native_recording.
  command_graph(const context &c, const device &d, const property_list &p = {});
  explicit command_graph(const queue &q, const property_list &p = {})
      : command_graph(q.get_context(), q.get_device(), p) {}
  // Uses the device's default context, as a queue of the device does.
  explicit command_graph(const device &d, const property_list &p = {});

  // Returns an executable copy, which later changes of this graph do not reach unless it is updated. With fusion, the
  // place of the call names the fused kernel in messages and records. Throws errc::kernel_not_supported with
  // property::graph::require_fusion if the kernels cannot become one.
  command_graph<graph_state::executable> finalize(const property_list &p = {}, const char *file = __builtin_FILE(),
                                                  unsigned line = __builtin_LINE(),
                                                  const char *function = __builtin_FUNCTION()) const;

  // From here on commands of the queue become nodes and do not run. A queue whose command depends on a recorded one
  // starts to record too. Throws if a queue has another context or device, records already or is in fusion mode; no
  // queue of the list records then. Waiting for a queue that records, or for a recorded event, throws.
  void begin_recording(queue &q, const property_list &p = {});
  void begin_recording(const std::vector<queue> &queues, const property_list &p = {});
  // Ends it for all queues, or for those named. A queue that does not record is ignored; one that records to another
  // graph throws.
  void end_recording();
  void end_recording(queue &q);
  void end_recording(const std::vector<queue> &queues);

  // Adds an empty node. A template so that only programs which call it pay for its compilation.
  template <class F = void (*)(handler &)> node add(const property_list &p = {}) {
    return add(F([](handler &) {}), p);
  }
  // Runs the command group function at once; its command becomes a node. Throws while a queue records to the graph.
  template <class F, class = std::enable_if_t<std::is_invocable_v<F &, handler &>>>
  node add(F command_group, const property_list &p = {}) {
    handler h(sycl::detail::begin_add(*impl_));
    sycl::detail::depend_on_nodes(*impl_, h, p);
    command_group(h);
    return node::get_node_from_event(h.finish());
  }
  node add(dynamic_command_group &group, const property_list &p = {});
  // `to` waits for `from`. Throws if a node belongs to another graph, if both are the same node, if the edge would
  // close a circle, or while a queue records to the graph.
  void make_edge(node &from, node &to);

  // Writes the graph to a file in the DOT language. Throws if its name does not end in .dot or it cannot be written.
  void print_graph(std::string path, bool verbose = false) const;
  std::vector<node> get_nodes() const; // in the order in which they were added
  std::vector<node> get_root_nodes() const;
  bool empty() const;
  std::size_t get_id() const noexcept;

  friend bool operator==(const command_graph &a, const command_graph &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const command_graph &a, const command_graph &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit command_graph(sycl::detail::graph_handle impl) : impl_(std::move(impl)) {}
  const sycl::detail::graph_handle &impl() const { return impl_; }

private:
  sycl::detail::graph_handle impl_;
};
command_graph(const context &, const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;

template <> class SYCL_FUSE_API command_graph<graph_state::executable> {
public:
  command_graph() = delete;

  // Later executions run what the given nodes run now, or all nodes of `source`, which must have the same shape and the
  // same kernels. Executions that were submitted before keep what they had. Throws unless the graph was finalized with
  // property::graph::updatable; with require_fusion, throws errc::kernel_not_supported if the updated kernels cannot
  // become one. The graph stays as it was then.
  template <class Node, class = std::enable_if_t<std::is_same_v<Node, node>>> void update(const Node &n) {
    update(std::vector<Node>{n});
  }
  void update(const std::vector<node> &nodes);
  void update(const command_graph<graph_state::modifiable> &source);
  // As print_graph of the graph that is built. A box (an addition of ours) surrounds the kernels that run as one and
  // names the buffers that it keeps out of memory; sycl::ext::syclfuse::parts_of returns the same to programs.
  void print_graph(std::string path, bool verbose = false) const;
  std::size_t get_required_mem_size() const noexcept { return 0; }

  friend bool operator==(const command_graph &a, const command_graph &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const command_graph &a, const command_graph &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit command_graph(sycl::detail::executable_handle impl) : impl_(std::move(impl)) {}
  const sycl::detail::executable_handle &impl() const { return impl_; }

private:
  sycl::detail::executable_handle impl_;
};

// Submits one execution of the graph and returns no event (sycl_ext_oneapi_enqueue_functions).
inline void execute_graph(queue q, command_graph<graph_state::executable> &g) { q.ext_oneapi_graph(g); }
inline void execute_graph(handler &h, command_graph<graph_state::executable> &g) { h.ext_oneapi_graph(g); }

} // namespace ext::oneapi::experimental
} // namespace sycl

template <sycl::ext::oneapi::experimental::graph_state S>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<S>>
    : sycl::detail::hash_of_state<sycl::ext::oneapi::experimental::command_graph<S>> {};
