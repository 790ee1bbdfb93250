// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one ND-range at which a fused kernel is launched, from those of its submissions (document 000, "Fusing kernels
// with different nd-ranges"). The fuser and the runtime both decide by it, so that they cannot disagree.
#pragma once

#include "syclfuse/kinds.hpp"

#include <cstddef>
#include <cstdint>

namespace syclfuse {

// The ND-range of one submission, in SPIR-V order (index 0 is the fastest dimension). Unused dimensions: size 1, offset
// 0.
struct submitted_range {
  range_kind kind = range_kind::range;
  std::uint8_t dimensions = 1;
  // Its work-items must stay in their work-groups: the kernel uses local memory, a barrier, or a group or sub-group
  // function. Without, ids are values that can be computed from the linear id, so that its groups need not exist.
  bool uses_groups = false;
  std::uint64_t global_size[3] = {1, 1, 1};
  std::uint64_t local_size[3] = {0, 0, 0}; // all 0: not specified
  std::uint64_t global_offset[3] = {0, 0, 0};
};

// Why submissions cannot share one launch. Each names a restriction of document 000.
enum class range_conflict : std::uint8_t {
  none = 0,
  local_sizes_differ,    // two kernels that use their groups have different local sizes
  offsets_differ,        // the offsets are not all equal
  offset_with_remapping, // an offset other than 0, and a kernel whose ids have to be remapped (dimensions, inner or
                         // local sizes)
  inner_sizes_differ,    // a kernel that uses its groups has other dimensions or inner global sizes than the launch
  not_uniform,           // no local size divides the global size of the launch, or of its own kernel (first == second)
  too_large,             // the number of work-items of a submission overflows
};
const char *to_string(range_conflict c);

struct fused_range_result {
  range_conflict conflict = range_conflict::none;
  std::size_t first = 0, second = 0; // the submissions that conflict
  submitted_range launch;            // valid without a conflict; uses_groups: some submission does
  bool heterogeneous = false;        // the submissions differ in kind, dimensions or sizes
};

// `linear`: plain ranges that differ become one dimension of as many work-items as the largest has (generic variants,
// whose code cannot know which is the largest); else the largest of them is the launch, of equally large ones that with
// the most dimensions, so that ids are cheap to compute.
//
// With at least one nd_range kernel the launch is an nd_range. It has the dimensions, the local size and the inner
// global sizes (all but the slowest dimension's) of the kernels that use their groups, else those of the largest
// nd_range kernel that works (`linear`: among those with as many dimensions as the first nd_range kernel, so that the
// dimensions of the launch do not depend on sizes); its slowest dimension is as long as the largest submission, of
// whatever kind, needs. Kernels for which it differs (their work-items are those with a linear id below their number)
// get ids computed from the global linear id, which no fusion changes.
//
// An nd_range kernel without a local size, and any plain range, has no groups that must stay; if it uses groups all the
// same, those of the launch have to be inside or outside of it as a whole.
// Effect: none. count must not be 0. Thread-safe, allocates nothing.
fused_range_result fused_range(const submitted_range *ranges, std::size_t count, bool linear);

} // namespace syclfuse
