// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "WorkItem.h"

namespace syclfuse::fuser {

// A pointer argument that every work-item of a one-dimensional kernel uses for one thing: to store to the element of
// its global id.
struct WriteOnlyArgument {
  unsigned Index;
  uint64_t ElementSize;
};

// Such arguments of Item. Used to store past the caches, so missing one costs speed only.
llvm::SmallVector<WriteOnlyArgument, 4> findWriteOnlyArguments(const WorkItemFunction &Item);

} // namespace syclfuse::fuser
