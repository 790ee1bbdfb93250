// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events and copies that a command, or the commands of a region, must wait for.
#pragma once

#include "core/events/event_impl.hpp"
#include "core/memory/buffer_impl.hpp"

#include <vector>

namespace sycl::detail {

struct prerequisites {
  std::vector<ref<event_impl>> events;
  std::vector<transfer> transfers;
  ref<event_impl> related; // reads a buffer at the same time: not waited for
  void clear() {
    events.clear();
    transfers.clear();
    related.reset();
  }
};

} // namespace sycl::detail
