// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the values of a group's work-items for what they do together at a boundary. A kernel that does the same at
// many boundaries has one function for it: optimizing a copy for each would be most of the time of its build.
#pragma once

#include "GroupFunctions.h"

namespace syclfuse::fuser {

// The memory of the operands of GroupBoundary::Call, in their order: arrays with one element per work-item, or one
// element for a result that is the same for all.
struct CollectiveArrays {
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Type *>, 3> Arrays; // address, type of an element
};

class CollectiveLoops {
public:
  // All: of each boundary of the kernel. AreWhole: no sub-group has fewer work-items than SubGroupSize.
  CollectiveLoops(llvm::Module &M, llvm::SmallVector<Collective, 4> All, unsigned SubGroupSize, bool AreWhole)
      : M(M), All(std::move(All)), SubGroupSize(SubGroupSize), AreWhole(AreWhole) {}

  // Emits at B what the work-items with linear ids First <= i < Last do together. LocalSize is for ids of several
  // dimensions.
  void emit(llvm::IRBuilder<> &B, const Collective &C, const CollectiveArrays &Arrays, llvm::Value *First,
            llvm::Value *Last, llvm::ArrayRef<llvm::Value *> LocalSize);

private:
  bool isShared(const Collective &C) const;
  llvm::Function *functionFor(const Collective &C, const CollectiveArrays &Arrays);

  llvm::Module &M;
  llvm::SmallVector<Collective, 4> All;
  const unsigned SubGroupSize;
  const bool AreWhole;
  llvm::SmallVector<std::pair<Collective, llvm::Function *>, 4> Functions;
};

} // namespace syclfuse::fuser
