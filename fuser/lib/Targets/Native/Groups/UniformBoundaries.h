// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and group functions that some work-items of a group meet and others do not (SYCL 2020, 4.17.1, forbids them)
// would run wrong: they are refused where that can be proven.
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// SF4011 for a barrier or group function under a condition that differs between the work-items of its group: one of
// local ids that takes different values within a group of known size; one that compares an id for equality, or that a
// loop counter reaches at different times, in a group of unknown size. Conditions that depend on anything else are the
// user's word. Queries must be in canonical form.
llvm::Error checkBoundariesAreUniform(llvm::Function &Kernel, const LaunchShape &Shape, unsigned SubGroupSize);

} // namespace syclfuse::fuser
