// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// A pointer argument that work-items use for one thing: to store to an element whose neighbours in memory are those of
// their neighbours in the fastest dimension.
struct WriteOnlyArgument {
  unsigned Number;      // of the argument
  llvm::Value *Address; // of the element: a tree over the parameters of the function, without side effects
  uint64_t ElementSize; // a power of two
};

using WriteOnlyArguments = llvm::SmallVector<WriteOnlyArgument, 4>;

// Such arguments of F, which is Item.F or a part of it with further parameters. Used to store past the caches, so
// missing one costs speed only.
WriteOnlyArguments findWriteOnlyArguments(const WorkItemFunction &Item, llvm::Function &F, const LaunchShape &Shape);

// True if V is a small tree over parameters that can be computed for a work-item that does not get there.
bool isAddressTree(const llvm::Value *V);

// True if the function of A uses A only to store through it.
bool isOnlyStoredTo(llvm::Argument &A);

} // namespace syclfuse::fuser
