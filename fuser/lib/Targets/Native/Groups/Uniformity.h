// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the values that all work-items of a strip have in common (StripLoops.h), and where they branch differently.
#pragma once

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace syclfuse::fuser {

// Blocks that work-items may take different ways through, from one head to one block behind them all.
struct Detour {
  llvm::BasicBlock *Head = nullptr, *Exit = nullptr;
  llvm::SetVector<llvm::BasicBlock *> Blocks; // Head among them, Exit not
};

// The instructions of a function that have one value for all work-items, and the blocks that all of them run.
class Uniformity {
public:
  // Same: instructions that are the same whatever their operands are.
  Uniformity(llvm::Function &F, const llvm::SmallPtrSet<const llvm::Value *, 8> &VaryingArguments,
             const llvm::SmallPtrSetImpl<llvm::Instruction *> &Same);

  bool isUniform(const llvm::Value &V) const { return !Varying.contains(&V); }
  // Nothing if a way through one ends the function.
  const std::optional<std::vector<Detour>> &detours() const { return Detours; }
  // The detour that Block is in, or null.
  const Detour *detourOf(const llvm::BasicBlock *Block) const;

private:
  void noteWrite(llvm::Instruction &I);
  bool isVarying(llvm::Instruction &I) const;
  void spread(llvm::Function &F);
  void findDetours(llvm::Function &F);
  bool grow(Detour &D);
  bool join(Detour D);
  bool takeDetours();

  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  const llvm::SmallPtrSetImpl<llvm::Instruction *> &Same;
  llvm::SmallPtrSet<const llvm::Value *, 32> Varying;
  llvm::SmallPtrSet<const llvm::Value *, 8> Written;
  bool WritesElsewhere = false;
  std::optional<std::vector<Detour>> Detours;
};

} // namespace syclfuse::fuser
