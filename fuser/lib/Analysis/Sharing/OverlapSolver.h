// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides if two accesses by different work-items meet.
#pragma once

#include "AccessForm.h"

namespace syclfuse::fuser {

enum class Meets { Never, Always, Unknown }; // Always: two such work-items exist in each launch that is large enough

// Whether A by one work-item and B by another one, of another group if that is asked, touch a common byte. Effort is
// what may be spent yet, in steps of about 10 µs, and counts down: kernels with many accesses must not take longer than
// their share. Without any left the answer is Unknown.
Meets accessesMeet(const AccessForm &A, const AccessForm &B, Crossing Over, const LaunchCoordinates &C,
                   unsigned &Effort);

} // namespace syclfuse::fuser
