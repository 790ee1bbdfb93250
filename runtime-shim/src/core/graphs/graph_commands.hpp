// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that nodes and executable graphs own.
#pragma once

#include "core/queue/queue_impl.hpp"
#include "syclfuse/linearization.hpp"

namespace sycl::detail {

// Takes the command over, which is of the queue's pool.
held_command hold(const std::shared_ptr<queue_impl> &pool, command *);
// A copy in another pool, without what the command waits for.
held_command copy_of(const command &, const std::shared_ptr<queue_impl> &pool);
// What the command is to the order of a graph. Empty nodes and barriers have edges, and nothing to do; kernels are
// those that may become part of a fused one.
syclfuse::graph_step step_of(const command &);

} // namespace sycl::detail
