// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group and sub-group functions on a machine that runs a work-group on one thread: what work-items give is collected in
// memory of the work-group, a region boundary (BarrierRegions.h) waits for all of them, a loop over the group or over
// each sub-group combines it, and each work-item takes its result. Sums are formed in the order of the local linear
// ids, whatever the number of threads or the instruction set.
#pragma once

#include "Targets/Common/WorkItem.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// The kernel's `intel_reqd_sub_group_size` or `reqd_sub_group_size`, else the default. SF4004 beyond 1 … 1024.
llvm::Expected<unsigned> subGroupSizeOf(const llvm::Function &Kernel);

// An operation that all work-items of a group or sub-group do together at a region boundary.
struct Collective {
  Builtin Kind = Builtin::ControlBarrier; // a barrier: nothing but to wait
  bool SubGroup = false;
  bool Fence = false;                            // a barrier that orders memory beyond the work-group
  unsigned Operation = 0;                        // SPIR-V's: 0 reduce, 1 inclusive scan, 2 exclusive scan
  llvm::Type *Value = nullptr, *Index = nullptr; // what each work-item gives; null: nothing
  llvm::Constant *FixedIndex = nullptr;          // instead of Index

  // Each work-item of the group gets the same result.
  bool isSameForAll() const;
};

// The call that stands for a boundary in the work-item function, and what happens there. Operands of Call: the
// addresses of the work-item's value (of a scan also the result's), of its index and of its result, as far as there are
// any. A result that is the same for all has one place for the group.
struct GroupBoundary {
  llvm::CallInst *Call;
  Collective What;
};

// Replaces group functions in F by boundaries; those of barriers come with them, in instruction order. Without
// HasGroups (plain ranges) a group is one work-item, and nothing is left to wait for. SF4004 for scopes and operations
// that are no constants, and for types that an operation does not have.
llvm::Expected<llvm::SmallVector<GroupBoundary, 4>> lowerGroupFunctions(llvm::Function &F, llvm::StringRef KernelName,
                                                                        bool HasGroups);

} // namespace syclfuse::fuser
