// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of a kernel with a second counter that begins at an id, or a pointer that does: in terms of the first counter,
// which all work-items have in common, neighbours access memory side by side.
#pragma once

#include "Targets/Native/Groups/BarrierRegions.h"

namespace syclfuse::fuser {

// F: Item.F. Counters that step by a constant, and begin at what neighbours do not have in common, become sums.
void shareCounters(const WorkItemFunction &Item, llvm::Function &F, const LaunchShape &Shape);

} // namespace syclfuse::fuser
