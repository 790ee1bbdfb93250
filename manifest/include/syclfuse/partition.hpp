// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where kernels are cut, and what a cut costs. A *run* is kernels that come one after the other with nothing between
// them; a *segment* is those of a run that become one *fused kernel*. The plugin, the fuser and the runtime all cut by
// these functions, so that a segment of the manifest is one of a run of the program. They ask about members 0 to
// `count` by number, and change nothing.
#pragma once

#include "syclfuse/linearization.hpp"

namespace syclfuse {

struct segment {
  std::size_t begin = 0, end = 0;
  bool fused = true; // false: its kernels stay apart
};

// Where the run that begins with member `begin` ends, of commands in their order (linearize); each command that is no
// kernel stands alone. step(n): what member n is, never graph_step::anywhere.
template <class Step> std::size_t end_of_run(std::size_t begin, std::size_t count, Step step) {
  std::size_t end = begin;
  while (end != count && step(end) == graph_step::kernel)
    ++end;
  return end == begin ? begin + 1 : end;
}

// Whether a kernel is the last of its segment.
enum class segment_end : std::uint8_t {
  none,
  // What it leaves in memory is combined by other kernels, which need all of its work-items (reductions).
  behind,
  // That, and it has work-groups of its own, so that no kernel of its segment may need others (ElementShares.h).
  behind_own_groups,
};

// Where the segment of a run that begins with kernel `begin` ends. ends(n): a segment_end; uses_groups(n): whether the
// kernel depends on its work-groups.
template <class Ends, class UsesGroups>
std::size_t end_of_segment(std::size_t begin, std::size_t count, Ends ends, UsesGroups uses_groups) {
  for (std::size_t last = begin; last != count; ++last) {
    const segment_end end = ends(last);
    for (std::size_t n = begin; end == segment_end::behind_own_groups && n != last; ++n)
      if (uses_groups(n))
        return last;
    if (end != segment_end::none)
      return last + 1;
  }
  return count;
}

// From the first kernel on, each time the longest segment that there is, and between two of them the kernels that have
// none. longest(n): the end of the longest one that begins with kernel n, of two kernels at least; n: there is none.
// Empty if no kernel has one.
template <class Longest> std::vector<segment> longest_segments(std::size_t count, Longest longest) {
  std::vector<segment> all;
  std::size_t done = 0;
  for (std::size_t begin = 0; begin + 1 < count;) {
    const std::size_t end = longest(begin);
    if (end == begin) {
      ++begin;
      continue;
    }
    if (done != begin)
      all.push_back({done, begin, false});
    all.push_back({begin, end});
    done = begin = end;
  }
  if (!all.empty() && done != count)
    all.push_back({done, count, false});
  return all;
}

// Whether memory has to be there outside of the segment: then it is promoted in none of its kernels, whatever was
// promised. uses(n): whether member n uses the memory, or any that overlaps it: a sub-buffer is memory of its buffer.
template <class Uses> bool is_used_outside(const segment &s, std::size_t count, Uses uses) {
  for (std::size_t n = 0; n != count; ++n)
    if ((n < s.begin || n >= s.end) && uses(n))
      return true;
  return false;
}

} // namespace syclfuse
