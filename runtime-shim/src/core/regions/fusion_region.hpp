// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that a queue collected between the start and the end of a region.
#pragma once

#include "core/bundles/choice.hpp"
#include "core/bundles/region_node.hpp"
#include "core/events/deferred.hpp"
#include "core/memory/prerequisites.hpp"
#include "core/regions/repeated_region.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/fused_range.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sycl::detail {

// A promotion hint that an accessor has not got for a while.
struct taken_promotion {
  unsigned char *accessor;
  syclfuse::promotion hint;
};

// The arguments of a launch_request point to these, besides closures.
struct launch_arguments {
  launch_range range;
  std::vector<const void *> pointers;
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint64_t> offsets;
};

// A launch that may come again, with all that its request points to.
struct kept_launch {
  launch_request request;
  launch_arguments arguments;
  std::unique_ptr<driver_launch> prepared; // of the request, once it has been launched again
};

// Of a kernel that follows the region's last one, and what was chosen for it when the region was; null: nothing yet.
struct follower_launch : kept_launch {
  choice chosen;
};

// What the program says where it completes a region.
struct region_promises {
  bool barriers = true; // between the kernels of one work-group
  bool trusted = false; // property::trusted
};

struct fusion_region {
  // If the region may repeat the previous one, these are the commands of that one; the queue knows how many of them
  // this region has had so far.
  std::vector<command *> commands;
  ref<event_impl> event;
  prerequisites needs;
  repeated_region before;      // of the region that was here before
  bool repeats = false;        // it did the same: once the region is closed
  std::uint64_t used_before{}; // uses_of_buffers when it was started
  bool barriers = true, trusted = false;
  syclfuse::region_kind kind = syclfuse::region_kind::fusion_wrapper;
  ext::codeplay::experimental::fusion_mode mode{};
  source_location location;                      // where it was started
  std::uint64_t completed_ns = 0;                // if regions are counted
  std::shared_ptr<deferred_task> deferred;       // set when the region is closed
  std::vector<syclfuse::submitted_range> ranges; // storage of different_ranges
  std::vector<const kernel_node *> kernels;      // of the commands, when the region was last matched
  // The candidates that match_region found for the region that was here before: most are submitted again and again.
  std::vector<region_node *> candidates;
  std::vector<std::uint64_t> shape; // of what the candidates are for; empty: of nothing
  // The last choice, and all that it was made for: the device (null: there is no choice yet), bundles and barriers,
  // kernels, ND-ranges and closures.
  choice chosen;
  const device_impl *chosen_for = nullptr;
  std::uint64_t chosen_with = 0;
  std::vector<unsigned char> chosen_from;
  std::vector<follower_launch> followers;
  bool chosen_before = false; // it is what was chosen for the region before
  choice run_as;              // how it runs, once the region has ended
  // The launch of the region that was here before, if it came to one: of this variant, with the same commands. Those of
  // the followers too, if there are any, are in `followers`.
  const ready_variant *launched = nullptr;
  kept_launch launch;
  bool unwatched = false;       // nobody is told of such launches: neither its events of their times nor a profiler
  bool timed = false;           // it is, or its kernels one by one are, in place of what was chosen
  bool has_all_commands = true; // as they were submitted: none is in another part, none has lost a promotion hint
  // For a region that is in pieces (pieces.hpp).
  unsigned piece = 0;                                 // from 1; those after the first go on with what it begins
  syclfuse::diag apart = syclfuse::diag::reason_none; // why the kernels of the piece run one by one
  std::vector<taken_promotion> taken;
  std::uint64_t cut_at = 0; // generation of the registry
  // The part behind a kernel with reductions, which is the last one of `commands` then: a region of its own with the
  // same event; or the next piece. Without commands: kept for the next time.
  std::unique_ptr<fusion_region> next;
};

// Calls f(part) for the region and each of those behind it that have commands.
template <class F> void each_part(fusion_region &r, F f) {
  f(r);
  for (fusion_region *part = r.next.get(); part && !part->commands.empty(); part = part->next.get())
    f(*part);
}

// The kernels that follow the last one of a part that has commands.
inline const std::vector<command *> &followers_of(const fusion_region &part) { return part.commands.back()->followers; }

ext::codeplay::experimental::fusion_outcome outcome_of(const choice &);

// The kernels of all parts.
inline std::size_t kernels_of(fusion_region &r) {
  std::size_t count = 0;
  each_part(r, [&](const fusion_region &part) { count += part.commands.size(); });
  return count;
}

// `words` as a warning of the user's (SYCL_RT_WARNING_LEVEL), with the place of the region and the code.
void region_warning(const fusion_region &, const std::string &words, syclfuse::diag);

} // namespace sycl::detail
