// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VectorWidth.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Polynomials of 1 to 32 terms (multiply-add), each of one load and one store, on an AMD EPYC (Zen 5): with 4 terms for
// an access 512 bits take 0.6 of the time of 256 in all caches, and 1.1 to 1.2 beyond; with 6, 0.53 and 1.04; with 8,
// 0.5 and 0.7.
constexpr unsigned OperationsOfAccess = 4;

// What is stored, decides a branch within L or goes to the next iteration, and all in L that it is computed from, but
// not the addresses.
SetVector<const Instruction *> computationsOf(const Loop &L) {
  SetVector<const Instruction *> Found;
  auto Add = [&](const Value *V) {
    if (auto *I = dyn_cast<Instruction>(V); I && L.contains(I))
      Found.insert(I);
  };
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Add(Store->getValueOperand());
      else if (auto *Branch = dyn_cast<BranchInst>(&I); Branch && Branch->isConditional() && !L.isLoopExiting(BB))
        Add(Branch->getCondition());
      else if (isa<PHINode>(I) && I.getType()->isFloatingPointTy())
        Found.insert(&I);
    }
  for (unsigned At = 0; At < Found.size(); ++At)
    if (!isa<LoadInst>(Found[At]))
      for (const Value *Operand : Found[At]->operands())
        Add(Operand);
  return Found;
}

bool computesMuch(const Loop &L) {
  unsigned Operations = 0, Accesses = 0;
  for (const Instruction *I : computationsOf(L))
    Operations += isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, CastInst, CallBase>(I);
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      Accesses += isa<LoadInst, StoreInst>(I);
  return Operations >= OperationsOfAccess * std::max(1u, Accesses);
}

} // namespace

unsigned preferredVectorBits(Function &F) {
  const DominatorTree Tree(F);
  const LoopInfo Loops(Tree);
  return any_of(Loops.getLoopsInPreorder(), [](const Loop *L) { return L->isInnermost() && computesMuch(*L); }) ? 512
                                                                                                                : 256;
}

} // namespace syclfuse::fuser
