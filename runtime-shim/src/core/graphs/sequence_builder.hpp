// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the nodes of a graph to what is executed.
#pragma once

#include "core/graphs/graph_impl.hpp"
#include "core/regions/fusion_region.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

// Arguments of finalize().
struct graph_options {
  bool updatable = false, profiled = false, fuse = false, require = false, barriers = false, trusted = false;
  bool automatic = false;   // nobody has asked for fusion: where its kernels are a known sequence, they are fused
  source_location location; // of the call
};

// The commands of `members` become those of the sequence. `lock`: of another sequence with some of the commands, or
// null; it must be held.
std::shared_ptr<command_sequence> build_sequence(const std::vector<graph_member> &members, const graph_options &,
                                                 std::shared_ptr<std::mutex> lock);

// Regions of `before`, whose lock is held, that are as they were but for what their kernels are given are not looked up
// again.
void take_over_matches(const command_sequence &, const command_sequence &before);

// With fusion: decides what the regions run as. With `require`, throws errc::kernel_not_supported, with the reason,
// unless all kernels are one, errc::feature_not_supported if fusion is switched off.
void fuse_sequence(const command_sequence &, const graph_options &, queue_impl &);

} // namespace sycl::detail
