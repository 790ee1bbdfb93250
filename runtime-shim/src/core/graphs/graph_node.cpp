// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/graph_node.hpp"

#include "core/graphs/graph_impl.hpp"
#include "core/process/errors.hpp"

namespace sycl::detail {

void graph_node::take_over(queue_impl &q) {
  const auto g = graph.lock();
  if (!g)
    throw_error(errc::invalid, "depends_on: the event is that of a command in a graph that is gone");
  g->join_recording(q);
}

node_type type_of(const command &c) {
  switch (c.kind) {
  case command_kind::kernel:
    return node_type::kernel;
  case command_kind::copy:
  case command_kind::host_update:
    return node_type::memcpy;
  case command_kind::fill:
    return c.pattern.size() == 1 ? node_type::memset : node_type::memfill;
  case command_kind::prefetch:
    return node_type::prefetch;
  case command_kind::mem_advise:
    return node_type::memadvise;
  case command_kind::barrier:
  case command_kind::barrier_all:
    return node_type::ext_oneapi_barrier;
  case command_kind::host_task:
    return node_type::host_task;
  case command_kind::graph:
    return node_type::subgraph;
  case command_kind::empty:
    break;
  }
  return node_type::empty;
}

const char *name_of(node_type t) {
  static constexpr const char *names[] = {
      "empty",     "subgraph",           "kernel",    "memcpy",         "memset",       "memfill",   "prefetch",
      "memadvise", "ext_oneapi_barrier", "host_task", "native_command", "async_malloc", "async_free"};
  return names[static_cast<int>(t)];
}

} // namespace sycl::detail
