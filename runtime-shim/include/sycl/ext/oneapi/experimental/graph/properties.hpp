// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of graphs and nodes. Those of memory (access_scope, fusion_internal_memory) are in sycl/property.hpp.
#pragma once

#include "sycl/ext/oneapi/experimental/graph/node.hpp"
#include "sycl/property.hpp"

#include <vector>

namespace sycl::ext::oneapi::experimental::property {

namespace graph {
// To the constructor. no_cycle_check: make_edge trusts its caller.
struct no_cycle_check : sycl::detail::simple_property<sycl::detail::property_id::no_cycle_check> {};
// Buffers may be used: they, and the host memory that they were made from, are there as long as the graph.
struct assume_buffer_outlives_graph
    : sycl::detail::simple_property<sycl::detail::property_id::assume_buffer_outlives_graph> {};
// No back end records natively here: errc::feature_not_supported.
struct enable_native_recording : sycl::detail::simple_property<sycl::detail::property_id::enable_native_recording> {};
// To finalize.
struct updatable : sycl::detail::simple_property<sycl::detail::property_id::updatable> {};
struct enable_profiling : sycl::detail::simple_property<sycl::detail::property_id::enable_graph_profiling> {};
// The kernels become as few as the order of the commands allows, if kernels were built for that; else they run one by
// one.
struct enable_fusion : sycl::detail::simple_property<sycl::detail::property_id::enable_graph_fusion> {};
// They become one, or finalize throws errc::kernel_not_supported with the reason.
struct require_fusion : sycl::detail::simple_property<sycl::detail::property_id::require_graph_fusion> {};
// With one of these two: barriers of the work-group between the kernels of a fused one.
struct insert_barriers : sycl::detail::simple_property<sycl::detail::property_id::insert_barriers> {};
} // namespace graph

namespace node {
// To add. What the new node comes after, beside what its buffers and events say.
class depends_on : public sycl::detail::simple_property<sycl::detail::property_id::depends_on> {
public:
  template <class... Nodes> depends_on(Nodes... nodes) : nodes_{nodes...} {}
  const std::vector<experimental::node> &get_dependencies() const { return nodes_; }

private:
  std::vector<experimental::node> nodes_;
};
// All nodes that no other one comes after at that moment.
struct depends_on_all_leaves : sycl::detail::simple_property<sycl::detail::property_id::depends_on_all_leaves> {};
} // namespace node

} // namespace sycl::ext::oneapi::experimental::property
