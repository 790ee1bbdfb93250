// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory with a size that can be given anew (dynamic_local_accessor, dynamic_work_group_memory). Kernels capture
// it, which nobody tells the library: it looks for it in their closures.
#pragma once

#include "core/queue/sequence.hpp"

#include <memory>

namespace sycl::detail {

class graph_impl;

// Gives what the kernel has captured its memory, behind that of its local accessors, now and whenever it gets another
// size. With the lock of the graph held. Throws errc::memory_allocation for more than the device has.
void bind_dynamic_local(const std::shared_ptr<graph_impl> &, const held_command &);
} // namespace sycl::detail
