// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ids of the work-items that get to a block, narrowed by tests for borders, as `if (y > 0)` around an access to
// y - 1.
#pragma once

#include "LaunchSizes.h"

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace syclfuse::fuser {

class GuardedIds {
public:
  GuardedIds(llvm::Function &F, ValueClasses &Classes, const LaunchSizes &Launch);

  // The ranges that conditions on the ways to BB leave of ids, each compared with what is known of the launch. Others
  // are not listed.
  IdRanges at(const llvm::BasicBlock &BB) const { return Known.lookup(&BB); }
  // On the edge between two blocks.
  IdRanges on(const llvm::BasicBlock &From, const llvm::BasicBlock &To) const;

private:
  ValueClasses &Classes;
  const LaunchSizes &Launch;
  llvm::DenseMap<const llvm::BasicBlock *, IdRanges> Known;
};

// The ranges that hold where A or B does.
IdRanges eitherOf(const IdRanges &A, const IdRanges &B);

} // namespace syclfuse::fuser
