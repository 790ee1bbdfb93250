// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placeholders: accessors that were made before a command group. A command that uses one has to name it to
// handler::require (SYCL 2020, 4.7.6.3).
#pragma once

#include "core/memory/placeholder_buffers.hpp"
#include "sycl/detail/command.hpp"

namespace sycl::detail {

// Throws errc::kernel_argument if the function object of the command, a kernel or a host task, has a placeholder that
// was not required. It is searched word by word for the bytes of one, so that this holds for kernels of no bundle, too.
// To be called before prepare(), which places those that were required. Not for arguments that a graph sets later.
void search_placeholders(const command &);
inline void check_placeholders(const command &c) {
  if (any_placeholders.load(std::memory_order_relaxed) && c.dynamic_arguments.empty())
    search_placeholders(c);
}

} // namespace sycl::detail
