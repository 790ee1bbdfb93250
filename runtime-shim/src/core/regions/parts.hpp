// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with reductions in a region. What such a kernel leaves in memory is combined by other kernels, which need all
// of its work-items to have finished. So it is the last one of what can be one kernel, its other kernels follow, and
// what the program submits after it is the next part.
#pragma once

#include "core/regions/region_part.hpp"

namespace sycl::detail {

// For a region that has ended and has all of its commands. Takes the promotion hints off the buffers that several parts
// use, or the kernels that follow a reduction: they have to be in memory between two kernels. Returns whether the
// region has its commands as they were submitted: it is one part, with all of its hints.
bool split_at_reductions(region_part &);

} // namespace sycl::detail
