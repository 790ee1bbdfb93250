// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph as DOT (Graphviz).
#pragma once

#include "core/graphs/graph_executable.hpp"

#include <string>

namespace sycl::detail {

// verbose: with the sizes of launches, arguments of kernels and addresses.
std::string picture_of(graph_impl &, bool verbose);
// With what the kernels run as.
std::string picture_of(graph_executable &, bool verbose);

} // namespace sycl::detail
