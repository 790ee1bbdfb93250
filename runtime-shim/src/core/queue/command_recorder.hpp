// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes the commands of a queue in place of running them: a graph that is being built.
#pragma once

#include "sycl/detail/command.hpp"

#include <atomic>
#include <cstdint>

namespace sycl::detail {

class command_holder;

class command_recorder {
public:
  virtual ~command_recorder() = default;
  // Gives the event of a recorded command. May take the command over, or copy it.
  virtual event record(queue_impl &, command_holder &) = 0;
};

// Throws errc::invalid for a kernel that only a graph can have: with local memory whose size it gives anew
// (core/graphs/dynamic_local.hpp).
void refuse_dynamic_local(const command &);
// How many objects of such local memory the process has made: while there is none, no kernel is to be refused.
extern std::atomic<std::uint64_t> dynamic_locals;

} // namespace sycl::detail
