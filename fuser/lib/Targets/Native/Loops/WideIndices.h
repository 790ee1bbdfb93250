// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index arithmetic of 32 bits over ids (IntIndices.h), in 64 bits. Neighbours, guards and streams are found
// in it then, and vector loops need no checks of wrap-around.
#pragma once

#include "IntIndices.h"

namespace syclfuse::fuser {

struct WideIndices {
  // The function as it was; null if the shape says that all ids are below 2^31, and nothing has a bound.
  llvm::Function *Original = nullptr;
  // The ids that must be below 2^31, and what must be at most 2^31, else Original has to run.
  llvm::SmallVector<IdQuery, 4> Queries;
  llvm::SmallVector<IndexBound, 4> Bounds;
};

// Of an nd_range, before widenLocalIndices: signed ids of dimension 0 become the sum of the id of the group's first
// work-item and a local id.
void splitGlobalIndices(llvm::Function &Kernel);

// Those over local ids alone, which are small: Item.F is right for all launches, but in a group whose ids pass 2^31
// signed ones count on.
void widenLocalIndices(WorkItemFunction &Item);

// Item.F becomes a copy that is right for ids below 2^31. Nothing, and no change, if it does not truncate ids, or if
// Shape says that they are larger.
std::optional<WideIndices> widenIndices(WorkItemFunction &Item, const LaunchShape &Shape);

} // namespace syclfuse::fuser
