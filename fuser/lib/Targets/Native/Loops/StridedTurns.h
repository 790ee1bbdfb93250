// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that begin at an id and go on in steps of the whole launch, `for (i = id; i < n; i += size)`, or of a part of
// it, up to `min(id + part, n)`: work-items of a strip run them nearly equally often. They become two loops. The first
// one goes on as long as all work-items of the strip do, which the last of them decides, so that it has one control
// flow for the strip, and its counters are those of the first work-item and a distance. The second one is the loop as
// it was, for the turns that are left.
#pragma once

#include "NeighbourItems.h"

namespace syclfuse::fuser {

struct StridedLoops {
  llvm::SmallPtrSet<llvm::Instruction *, 16> OfFirst;   // have the value of the strip's first work-item for all of it
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Rests; // headers of the second loops
};

// In F, which strips of Items work-items are planned for (StripLoops.h).
StridedLoops splitStridedLoops(const WorkItemFunction &Item, llvm::Function &F, const NeighbourItems &Neighbours,
                               const LaunchShape &Shape, unsigned Items);

} // namespace syclfuse::fuser
