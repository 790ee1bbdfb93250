// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one ND-range at which a fused kernel is launched, from those of its submissions (docs/design.md, "Fusing
// kernels with different ND-ranges"). The fuser and the runtime both decide by it, so that they cannot disagree.
#pragma once

#include "syclfuse/kinds.hpp"
#include "syclfuse/launch_sizes.hpp"
#include "syclfuse/names.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace syclfuse {

// The ND-range of one submission.
struct submitted_range : launch_sizes {
  range_kind kind = range_kind::range;
  std::uint8_t dimensions = 1;
  // Its work-items must stay in their work-groups: the kernel uses local memory, a barrier, or a group or sub-group
  // function. Without, ids are values that can be computed from the linear id, so that its groups need not exist.
  bool uses_groups = false;
};

// An nd_range without a local size has no groups that anything could depend on.
inline bool has_groups(const submitted_range &r) { return r.kind == range_kind::nd_range && r.local_size[0] != 0; }
// The number of work-items, which must not overflow.
inline std::uint64_t work_items(const submitted_range &r) {
  return r.global_size[0] * r.global_size[1] * r.global_size[2];
}
// All sizes but that of the slowest dimension: what a linear id needs to become an id.
bool same_inner_sizes(const submitted_range &a, const submitted_range &b);

// The restriction that keeps submissions from sharing one launch.
enum class range_conflict : std::uint8_t {
  none = 0,
  // Two kernels that use their groups have different local sizes.
  local_sizes_differ,
  // The offsets are not all equal.
  offsets_differ,
  // An offset is not 0, and ids of a kernel have to be remapped: its dimensions, inner or local sizes are not those of
  // the launch.
  offset_with_remapping,
  // A kernel that uses its groups has other dimensions or inner global sizes than the launch, or inner sizes of zero
  // where another one has work-items.
  inner_sizes_differ,
  // The local size of a kernel does not divide its global size.
  not_uniform,
  // The number of work-items of a submission overflows.
  too_large,
};
template <> struct names<range_conflict> {
  static constexpr std::string_view values[] = {
      "none",        "local_sizes_differ", "offsets_differ", "offset_with_remapping", "inner_sizes_differ",
      "not_uniform", "too_large"};
};

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
// nd_range kernel for which the launch has the fewest work-items (`linear`: among those with as many dimensions as the
// first nd_range kernel, so that the dimensions of the launch do not depend on sizes); its slowest dimension has as
// many whole groups as the largest submission, of whatever kind, needs. Kernels for which it differs (their work-items
// are those with a linear id below their number) get ids computed from the global linear id, which no fusion changes.
//
// An nd_range kernel without a local size, and any plain range, has no groups that must stay; if it uses groups all the
// same, those of the launch have to be inside or outside of it as a whole.
// Effect: none. count must not be 0. Thread-safe, allocates nothing.
fused_range_result fused_range(const submitted_range *ranges, std::size_t count, bool linear);

// Launches by rows: kernels that use their work-groups, each of which does a row, beside kernels over all elements.
// Each unit of such a launch, a work-group (in a plain range a work-item), does a block of consecutive work-items of
// every kernel that does not use groups, in the order of their linear ids: its row.

// The number of work-items in a block. None if the units do not divide the kernel, or ids have an offset, or the kernel
// uses groups that are not those of the launch; or it has 2^31 work-items or more, or is large and there are too few
// units for a device.
std::optional<std::uint64_t> row_block(const submitted_range &launch, const submitted_range &r);

// The launch by rows in code that knows no sizes: that of the kernels that use their work-groups. Of a kernel of more
// than one dimension the slowest one counts the rows. Submissions that have no blocks are inner_sizes_differ.
fused_range_result fused_rows(const submitted_range *ranges, std::size_t count);

// Why a submission cannot run in this launch, which has at least as many work-items and need not be what fused_range()
// chooses.
range_conflict conflict_in(const submitted_range &launch, const submitted_range &r);

} // namespace syclfuse
