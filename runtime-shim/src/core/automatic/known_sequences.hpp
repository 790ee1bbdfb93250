// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sequences that all queues of the process look for: those that bundles have fused kernels for, and where a run is
// recorded or fused at run time, those that came often enough. Thread-safe.
#pragma once

#include "core/automatic/automaton.hpp"

namespace sycl::detail {

// Another number when there may be other sequences; never 0.
std::uint64_t version_of_sequences() noexcept;

// True if there are none: nothing has to be looked up.
bool no_sequences() noexcept;

// Never null. May take the registry's lock.
std::shared_ptr<const automaton> current_sequences();

// A queue has submitted it so often.
void saw_sequence(kernel_sequence, std::size_t times);

} // namespace sycl::detail
