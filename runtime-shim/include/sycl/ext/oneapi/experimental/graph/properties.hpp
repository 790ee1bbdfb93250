// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of graphs and nodes (sycl_ext_oneapi_graph). Those of memory (access_scope, fusion_internal_memory) are in
// sycl/property.hpp.
#pragma once

#include "sycl/ext/oneapi/experimental/graph/node.hpp"
#include "sycl/property.hpp"

#include <vector>

namespace sycl::ext::oneapi::experimental::property {

namespace graph {
// For the constructor of a graph: make_edge does not look for circles. The caller promises that there are none.
struct no_cycle_check : sycl::detail::simple_property<sycl::detail::property_id::no_cycle_check> {};
// For the constructor: commands may use buffers. The caller promises that these, and the host memory that they were
// made from, live as long as the graph. Without this property a command with a buffer throws errc::invalid, and so does
// one with a buffer that writes back (buffer::set_write_back).
struct assume_buffer_outlives_graph
    : sycl::detail::simple_property<sycl::detail::property_id::assume_buffer_outlives_graph> {};
// For the constructor, which throws errc::feature_not_supported: no back end records natively here.
struct enable_native_recording : sycl::detail::simple_property<sycl::detail::property_id::enable_native_recording> {};
// For finalize(): the executable graph has update().
struct updatable : sycl::detail::simple_property<sycl::detail::property_id::updatable> {};
// For finalize(): events of executions have profiling information, in queues with property::queue::enable_profiling.
struct enable_profiling : sycl::detail::simple_property<sycl::detail::property_id::enable_graph_profiling> {};
// For finalize(): the kernels become as few as the order of the commands allows, if fused kernels were built for that;
// else they run one by one.
struct enable_fusion : sycl::detail::simple_property<sycl::detail::property_id::enable_graph_fusion> {};
// For finalize(): all kernels become one, or finalize() throws errc::kernel_not_supported with the reason. Copies and
// fills may stay apart. errc::feature_not_supported if fusion is switched off (SYCL_FUSE=off).
struct require_fusion : sycl::detail::simple_property<sycl::detail::property_id::require_graph_fusion> {};
// With enable_fusion or require_fusion: work-group barriers stand between the kernels of a fused one.
struct insert_barriers : sycl::detail::simple_property<sycl::detail::property_id::insert_barriers> {};
} // namespace graph

namespace node {
// For add(): the new node runs after these nodes too, beside those that its buffers and events name.
class depends_on : public sycl::detail::simple_property<sycl::detail::property_id::depends_on> {
public:
  template <class... Nodes> depends_on(Nodes... nodes) : nodes_{nodes...} {}
  const std::vector<experimental::node> &get_dependencies() const { return nodes_; }

private:
  std::vector<experimental::node> nodes_;
};
// For add(): the new node runs after all nodes that have no successor at that moment.
struct depends_on_all_leaves : sycl::detail::simple_property<sycl::detail::property_id::depends_on_all_leaves> {};
} // namespace node

} // namespace sycl::ext::oneapi::experimental::property
