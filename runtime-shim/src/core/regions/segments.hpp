// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a region is cut (syclfuse/partition.hpp), and back. Its segments are one behind the other.
#pragma once

#include "core/regions/region_segment.hpp"

namespace sycl::detail {

// For a region that has ended and has all of its commands. What a kernel with reductions leaves in memory is combined
// by the kernels that follow it, which need all of its work-items to have finished. Takes the promotion hints off the
// memory that several segments use, or the kernels that follow one. Returns whether the region has its commands as they
// were submitted: it is one segment, with all of its hints.
bool split_at_reductions(region_segment &);

// For a segment for which nothing was chosen: where kernels of it can run as one on the device, they become a segment
// (longest_segments), and so do those between two. Hints of memory that several of them use are taken off for a while.
// Returns whether there is any.
bool split_at_known(region_segment &, device_impl &);

// Joins again what split_at_known() has split.
void join_known(region_segment &);

} // namespace sycl::detail
