// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that begin at an id and go on in steps of the whole launch, `for (i = id; i < n; i += size)`: work-items of a
// strip run them nearly equally often. They become two loops. The first one goes on as long as all work-items of the
// strip do, which the last of them decides, so that it has one control flow for the strip, and its counters are those
// of the first work-item and a distance. The second one is the loop as it was, for the turns that are left.
#pragma once

#include "NeighbourItems.h"

namespace syclfuse::fuser {

// In F, which strips of Items work-items are planned for (StripLoops.h). Returns the instructions whose values are
// those of the first work-item of a strip, for all of it; none if F has no such loop.
llvm::SmallPtrSet<llvm::Instruction *, 16> splitStridedLoops(const WorkItemFunction &Item, llvm::Function &F,
                                                             const NeighbourItems &Neighbours, const LaunchShape &Shape,
                                                             unsigned Items);

} // namespace syclfuse::fuser
