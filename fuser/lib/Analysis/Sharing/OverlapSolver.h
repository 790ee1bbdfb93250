// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides if two accesses by different work-items meet.
#pragma once

#include "AccessForm.h"

namespace syclfuse::fuser {

enum class Meets { Never, Always, Unknown }; // Always: two such work-items exist in each launch that is large enough

// Tells if A by one work-item and B by another one, which Over wants to be of another group, touch a common byte.
// Effort is the number of steps left, of about 10 µs each, and counts down: kernels with many accesses must not take
// longer than their share. Without any left the answer is Unknown. Corners: where it is not Never, work-items that do
// meet are looked for at the corners of the launch, which takes most of the time.
Meets accessesMeet(const AccessForm &A, const AccessForm &B, Crossing Over, bool Corners, const LaunchCoordinates &C,
                   unsigned &Effort);

} // namespace syclfuse::fuser
