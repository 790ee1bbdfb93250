// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of a region that may run as one, and what becomes of them: candidates, a choice, a launch. Each of these is
// left by the segment that was here before, since most regions are submitted again and again. A segment belongs to one
// thread: to the one that collects it (under region_mutex_ of its queue), then to the one that has closed it. Segments
// of a graph are used under the locks of its sequence.
#pragma once

#include "core/bundles/choice.hpp"
#include "core/bundles/region_node.hpp"
#include "sycl/detail/command.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/fused_range.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace sycl::detail {

// What the program says where it starts and completes a region. Nothing else changes it, and all segments have the
// same.
struct region_terms {
  bool barriers = true; // between the kernels of one work-group
  bool trusted = false; // property::trusted
  syclfuse::region_kind kind = syclfuse::region_kind::fusion_wrapper;
  ext::codeplay::experimental::fusion_mode mode{};
  source_location location; // where it was started
  // For kernels that were held without being asked: they are all of a sequence that is looked for.
  bool wanted = false;
};

// Which regions of bundles a segment may be: of whatever has this shape. match_region() alone changes it.
struct region_candidates {
  std::vector<const kernel_node *> kernels;      // of the commands
  std::vector<region_node *> regions;            // in the order of the bundles
  std::vector<std::uint64_t> shape;              // empty: of nothing
  std::vector<syclfuse::submitted_range> ranges; // storage of different_ranges
};

// The last choice, and all that it was made for. match_region() alone changes it.
struct remembered_choice {
  choice chosen;
  const device_impl *device = nullptr; // null: there is no choice yet
  std::uint64_t promises = 0;          // with the generation of the registry
  std::vector<unsigned char> from;     // kernels, ND-ranges and closures
};

// What match_region() knows of commands that it is asked for in each round.
struct match_memory {
  region_candidates candidates;
  remembered_choice remembered;
};

// How a segment runs this time. Set once the region is closed, by the thread that has closed it.
struct region_decision {
  bool repeats = false; // it did with all buffers what the region before did; later segments do not
  choice run_as;
  bool chosen_before = false; // it is what was chosen for the segment before
  bool timed = false;         // its time is taken, or that of its kernels one by one in place of what was chosen
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

// The launches that a segment came to. Made and used with the lock of the streams held; whatever is chosen anew forgets
// them.
struct region_launch {
  const ready_variant *launched = nullptr; // of this variant, with the same commands; null: nothing can be repeated
  kept_launch fused;
  std::vector<follower_launch> followers;
  bool unwatched = false; // nobody is told of such launches: neither its events of their times nor a profiler
};

// A promotion hint that an accessor has not got for a while.
struct taken_promotion {
  unsigned char *accessor;
  syclfuse::promotion hint;
};

// For a segment that was split further. split_at_known() makes it, join_known() ends it.
struct known_segment {
  unsigned number = 0;                                // from 1; those after the first go on with what it begins
  syclfuse::diag apart = syclfuse::diag::reason_none; // why its kernels run one by one
  std::vector<taken_promotion> taken;
  std::size_t slot = 0; // in memory_of_parts, where what is known of the part belongs; 0: nowhere
};

struct region_segment : region_terms, region_decision, match_memory {
  std::vector<command *> commands;
  region_launch launch;
  known_segment known;
  // For split_at_known(): of all of it while it is split, then of what was tried, in that order. Where a loop submits
  // the same again, nothing is evaluated anew.
  std::vector<match_memory> memory_of_parts;
  // The segment behind a kernel with reductions, which is the last one of `commands` then; or the next of those that it
  // was split into. Without commands: kept for the next time.
  std::unique_ptr<region_segment> next;
};

// Calls f(segment) for the segment and each of those behind it that have commands.
template <class F> void each_segment(region_segment &first, F f) {
  f(first);
  for (region_segment *segment = first.next.get(); segment && !segment->commands.empty(); segment = segment->next.get())
    f(*segment);
}

// The kernels that follow the last one of a segment that has commands.
inline const std::vector<command *> &followers_of(const region_segment &segment) {
  return segment.commands.back()->followers;
}

ext::codeplay::experimental::fusion_outcome outcome_of(const choice &);

// Whether it has more than copies and fills.
inline bool has_kernel(const region_segment &segment) {
  return std::any_of(segment.commands.begin(), segment.commands.end(),
                     [](const command *c) { return c->kind == command_kind::kernel; });
}

// The kernels of all segments.
inline std::size_t kernels_of(region_segment &first) {
  std::size_t count = 0;
  each_segment(first, [&](const region_segment &segment) { count += segment.commands.size(); });
  return count;
}

// `words` as a warning of the user's (SYCL_RT_WARNING_LEVEL), with the place of the region and the code.
void region_warning(const region_terms &, const std::string &words, syclfuse::diag);

} // namespace sycl::detail
