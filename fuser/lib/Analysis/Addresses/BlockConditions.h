// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conditions under which the blocks of a kernel run, as constraints on its affine forms.
#pragma once

#include "AddressForms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include <memory>
#include <vector>

namespace syclfuse::fuser {

// What is known of each work-item that gets to a block, except for those in which these expressions overflow.
struct Guard {
  Constraint Known;
  Assumptions Relies;
  bool EndsLoop = false; // a loop ends where it does not hold
};

// What is known where Condition is Taken (true or false).
std::vector<Guard> conditionsOf(const llvm::Value &Condition, bool Taken, AddressForms &Forms,
                                llvm::ScalarEvolution &SE);

class BlockConditions {
public:
  BlockConditions(llvm::Function &F, const llvm::DominatorTree &DT, const llvm::PostDominatorTree &PDT,
                  const llvm::LoopInfo &LI);
  // The conditions of BB as constraints, from the last that a work-item passes to the first. Complete becomes false if
  // there are more than these.
  std::vector<Guard> guards(const llvm::BasicBlock &BB, AddressForms &Forms, llvm::ScalarEvolution &SE,
                            bool &Complete) const;

private:
  struct Node {
    const Node *Parent = nullptr;
    const llvm::Value *Condition = nullptr;                // null: as the parent
    llvm::SmallVector<const llvm::ConstantInt *, 2> Cases; // of a switch: Condition is the one (Taken), or none of them
    bool Taken = false, Complete = true;
    const llvm::Loop *Tested = nullptr; // whose header this is, with a test at the end of each round
  };
  static void setCondition(Node &N, const llvm::Instruction &Terminator, const llvm::BasicBlock &Successor);
  Node makeNode(const llvm::BasicBlock &BB, const llvm::DominatorTree &DT, const llvm::PostDominatorTree &PDT,
                const llvm::LoopInfo &LI) const;
  llvm::DenseMap<const llvm::BasicBlock *, std::unique_ptr<Node>> Nodes;
};

} // namespace syclfuse::fuser
