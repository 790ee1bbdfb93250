// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that a queue collected between the start and the end of a region, or that a graph has as one.
// docs/runtime.md has the states of a region; core/queue/region_states.cpp takes it from one to the next.
#pragma once

#include "core/events/deferred.hpp"
#include "core/memory/prerequisites.hpp"
#include "core/regions/region_segment.hpp"
#include "core/regions/repeated_region.hpp"

#include <cstdint>
#include <memory>

namespace sycl::detail {

// What the program says where it completes a region.
struct region_promises {
  bool barriers = true; // between the kernels of one work-group
  bool trusted = false; // property::trusted
};

// What a region has to do with the one that was here before. Changed with region_mutex_ and graph_mutex() held.
struct region_repeat {
  repeated_region before;
  std::uint64_t used_before{};  // uses_of_buffers when the region was started
  bool has_all_commands = true; // as they were submitted: none is in another segment, none has lost a promotion hint
};

// Its own segment is the first one. If the region may repeat the previous one, `commands` are those of that one while
// it is open; the queue knows how many of them this region has had so far.
struct fusion_region : region_segment, region_repeat {
  // Its place in the order of all commands. Changed with region_mutex_ and graph_mutex() held until the region is
  // closed.
  ref<event_impl> event;
  prerequisites needs;
  std::shared_ptr<deferred_task> deferred; // set when the region is closed, if its time comes later
  // By the thread that has closed it:
  std::uint64_t completed_ns = 0;  // if regions are counted
  std::uint64_t held_since_ns = 0; // if regions are counted
  bool fused_something = false;
  std::uint64_t cut_at = 0; // the generation of the registry for which it was split by what bundles know
};

} // namespace sycl::detail
