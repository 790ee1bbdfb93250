// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the branches that decide if a block of a function runs. A failed assertion ends the program: ways that never
// return decide nothing.
#pragma once

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace syclfuse::fuser {

using BlockSet = llvm::SmallPtrSet<llvm::BasicBlock *, 32>;

class ControlDependence {
public:
  explicit ControlDependence(llvm::Function &F);

  // The terminators that decide whether BB runs, through any number of steps.
  llvm::SmallVector<llvm::Instruction *, 8> controllers(llvm::BasicBlock &BB) const;
  // The blocks that run or not, or that are reached from different sides, as BB's terminator decides: what follows it
  // up to the first block that all its ways meet, with that one.
  BlockSet influenced(llvm::BasicBlock &BB) const;
  // That block, or null.
  llvm::BasicBlock *meetingPoint(llvm::BasicBlock &BB) const;

private:
  // True if each way from From to the function's end meets Target.
  bool meets(llvm::BasicBlock &From, llvm::BasicBlock &Target) const;

  std::vector<llvm::BasicBlock *> Blocks; // that may return
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  std::vector<llvm::BitVector> Met; // by block: those that each way from it to the end meets, with itself
};

} // namespace syclfuse::fuser
