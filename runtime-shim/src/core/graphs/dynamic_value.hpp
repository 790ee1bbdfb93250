// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind a dynamic_parameter: its value, and the arguments of kernels in nodes that have it.
#pragma once

#include "core/queue/sequence.hpp"
#include "sycl/ext/oneapi/experimental/graph/dynamic.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

class graph_impl;

class dynamic_value {
public:
  explicit dynamic_value(const dynamic_source &s) { keep(s); }

  // For an accessor: what the command requires now.
  void require(command &) const;
  // Argument `index` of a kernel has the value from now on. With the lock of the graph held. Throws errc::invalid if
  // the kernel has no such argument, kernel_not_supported if no bundle describes it.
  void enter(const std::shared_ptr<graph_impl> &, const held_command &, int index);
  void set(const dynamic_source &);

private:
  struct argument {
    std::weak_ptr<graph_impl> graph;
    std::weak_ptr<command> kernel;
    std::size_t offset;          // in the closure
    const buffer_impl *required; // what the command has required for it
  };
  void keep(const dynamic_source &);
  void write(command &, std::size_t offset, const buffer_impl *required) const;

  mutable std::mutex mutex_; // locked after those of graphs
  dynamic_source value_{};
  std::vector<unsigned char> bytes_;
  std::vector<argument> arguments_;
};

} // namespace sycl::detail
