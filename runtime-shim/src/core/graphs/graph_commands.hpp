// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that nodes and executable graphs own.
#pragma once

#include "core/queue/queue_impl.hpp"

namespace sycl::detail {

// Takes the command over, which is of the queue's pool.
held_command hold(const std::shared_ptr<queue_impl> &pool, command *);
// A copy in another pool, without what the command waits for.
held_command copy_of(const command &, const std::shared_ptr<queue_impl> &pool);

} // namespace sycl::detail
