// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// A pointer argument that work-items use for one thing: to store to an element whose neighbours in memory are those of
// their neighbours in the fastest dimension.
struct WriteOnlyArgument {
  llvm::Value *Address; // of the element: a tree over the parameters of Item.F, without side effects
  uint64_t ElementSize; // a power of two
};

// Such arguments of Item. Used to store past the caches, so missing one costs speed only.
llvm::SmallVector<WriteOnlyArgument, 4> findWriteOnlyArguments(const WorkItemFunction &Item, const LaunchShape &Shape);

} // namespace syclfuse::fuser
