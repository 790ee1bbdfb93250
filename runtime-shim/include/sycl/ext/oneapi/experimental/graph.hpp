// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_graph: commands that are recorded or added once and executed many times, and the fusion of their
// kernels when a graph is finalized (sycl_ext_oneapi_graph_fusion). docs/graphs.md says what there is.
#pragma once

#include "sycl/ext/oneapi/experimental/graph/command_graph.hpp"
#include "sycl/ext/oneapi/experimental/graph/dynamic.hpp"
#include "sycl/ext/oneapi/experimental/graph/dynamic_local.hpp"
#include "sycl/ext/oneapi/experimental/graph/node.hpp"
#include "sycl/ext/oneapi/experimental/graph/properties.hpp"
#include "sycl/ext/syclfuse/graph_parts.hpp"
