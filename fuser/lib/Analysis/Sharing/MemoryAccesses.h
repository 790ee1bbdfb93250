// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses of a kernel to memory that work-items share, and the conditions under which its blocks run.
#pragma once

#include "Analysis/Addresses/AddressForms.h"
#include "OverlapSolver.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include <memory>

namespace syclfuse::fuser {

struct MemoryAccess {
  enum PlaceT { OfArgument, OfLocalMemory, Anywhere } Place = Anywhere;
  const llvm::Instruction *I = nullptr;
  const llvm::Argument *Arg = nullptr;             // of the place
  llvm::SmallVector<const llvm::SCEV *, 2> Offset; // their sum
  bool OffsetKnown = false, Certain = false;       // Certain: the pointer is this one, no choice of several
  uint64_t Size = 0;                               // bytes; 0: not known
  bool Reads = false, Writes = false, Atomic = false;
  int Submission = -1; // -1: not known, may be any
};

// Atomic operations that nobody sees the order of.
bool commute(const MemoryAccess &A, const MemoryAccess &B);

// In instruction order. Constant and private memory and arguments by value are left out, as are barriers.
std::vector<MemoryAccess> findAccesses(llvm::Function &F, const QueryMap &Queries, llvm::ScalarEvolution &SE,
                                       Attribution By);

// Adds what the condition says of forms where it has this value. False if that is not all.
bool addCondition(const llvm::Value &Condition, bool Taken, AddressForms &Forms, llvm::ScalarEvolution &SE,
                  std::vector<Constraint> &Out);

// Under which conditions blocks run.
class BlockConditions {
public:
  BlockConditions(llvm::Function &F, const llvm::DominatorTree &DT, const llvm::PostDominatorTree &PDT,
                  const llvm::LoopInfo &LI);
  // The conditions of BB as constraints. Complete becomes false if there are more than these.
  std::vector<Constraint> guards(const llvm::BasicBlock &BB, AddressForms &Forms, llvm::ScalarEvolution &SE,
                                 bool &Complete) const;

private:
  struct Node {
    const Node *Parent = nullptr;
    const llvm::Value *Condition = nullptr; // null: as the parent
    bool Taken = false, Complete = true;
  };
  Node makeNode(const llvm::BasicBlock &BB, const llvm::DominatorTree &DT, const llvm::PostDominatorTree &PDT,
                const llvm::LoopInfo &LI) const;
  llvm::DenseMap<const llvm::BasicBlock *, std::unique_ptr<Node>> Nodes;
};

} // namespace syclfuse::fuser
