// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several neighbouring work-items in one thread, with one wide access for each of their loads and stores (GPU targets).
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// Both functions have the parameters of the work-item function, which mean the first of Items neighbours: work-items
// whose ids in dimension 0, whose linear ids and, if LocalRow is set, whose local ids in dimension 0 follow one
// another, in one row each.
struct CoarsenedItem {
  llvm::Function *Run = nullptr;   // executes all of them
  llvm::Function *Check = nullptr; // i1: whether Run may be called for these work-items and arguments
  unsigned Items = 1;
  bool LocalRow = false;
};

// In the order in which they are to be tried, each with the same number of work-items: for those that lie in one row of
// each division by the same number (`a[i % width]`), and for any. Nothing if wide accesses would not help or Item
// cannot be run in lockstep: no access is contiguous (its address moves by the size of its element from one work-item
// to the next), more accesses are scattered than contiguous, a branch depends on data, or it has memory, ids or calls
// of which each work-item needs its own. Branches that compare ids with bounds are followed together; Check compares
// what the first and the last work-items do.
llvm::SmallVector<CoarsenedItem, 2> coarsen(const WorkItemFunction &Item, bool Groups);

} // namespace syclfuse::fuser
