// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node of a graph (sycl_ext_oneapi_graph): one command. A handle, equal to its copies. It does not keep the graph
// alive. May be used from any thread.
#pragma once

#include "sycl/event.hpp"
#include "sycl/nd_range.hpp"

#include <memory>
#include <vector>

namespace sycl {

namespace detail {
class graph_node;
using node_handle = std::shared_ptr<graph_node>;
// Sizes in SYCL order; `local` and `offset` are null for a plain range.
SYCL_FUSE_API void update_node_range(graph_node &, int dimensions, const std::size_t *global, const std::size_t *local,
                                     const std::size_t *offset);
} // namespace detail

namespace ext::oneapi::experimental {

enum class node_type {
  empty,
  subgraph,
  kernel,
  memcpy,
  memset,
  memfill,
  prefetch,
  memadvise,
  ext_oneapi_barrier,
  host_task,
  native_command,
  async_malloc,
  async_free
};

class SYCL_FUSE_API node {
public:
  node() = delete;

  node_type get_type() const;
  std::vector<node> get_predecessors() const;
  std::vector<node> get_successors() const;
  // Throws errc::invalid unless the event was returned for a recorded command.
  static node get_node_from_event(event e);

  // Changes the range of a kernel. The next finalize() uses it; an executable graph does from its next update() on.
  // A kernel over a plain range takes the global sizes and the offset of an nd_range, and no local sizes; one over an
  // nd_range keeps its local sizes with a plain range. Throws errc::nd_range if the local sizes of a kernel do not
  // divide the global ones, errc::invalid if the node is no kernel over a range of as many dimensions or has
  // reductions, or if the graph is gone.
  template <int D> void update_nd_range(nd_range<D> r) {
    range<D> global = r.get_global_range(), local = r.get_local_range();
    id<D> offset = r.get_offset();
    sycl::detail::update_node_range(*impl_, D, &global[0], &local[0], &offset[0]);
  }
  template <int D> void update_range(range<D> r) {
    sycl::detail::update_node_range(*impl_, D, &r[0], nullptr, nullptr);
  }

  friend bool operator==(const node &a, const node &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const node &a, const node &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit node(sycl::detail::node_handle impl) : impl_(std::move(impl)) {}
  const sycl::detail::node_handle &impl() const { return impl_; }

private:
  sycl::detail::node_handle impl_;
};

} // namespace ext::oneapi::experimental
} // namespace sycl

template <>
struct std::hash<sycl::ext::oneapi::experimental::node>
    : sycl::detail::hash_of_state<sycl::ext::oneapi::experimental::node> {};
