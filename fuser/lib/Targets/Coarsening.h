// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several neighbouring work-items in one thread, with one wide access for each of their loads and stores (GPU targets).
#pragma once

#include "WorkItem.h"

#include "llvm/ADT/DenseMap.h"

namespace syclfuse::fuser {

struct CoarsenedItem {
  llvm::Function *F = nullptr; // the parameters of the work-item function, which now mean the first of Items work-items
  unsigned Items = 1;
  llvm::SmallVector<unsigned, 8> WideArguments;    // must be 16-byte aligned at the first work-item's element
  llvm::DenseMap<unsigned, uint64_t> ElementSizes; // of those arguments
};

// Works on one-dimensional plain ranges whose work-item function is straight-line and whose loads and stores all are of
// the element of the global id in an argument, of one size of 4 or 8 bytes. Otherwise nothing.
std::optional<CoarsenedItem> coarsen(const WorkItemFunction &Item);

} // namespace syclfuse::fuser
