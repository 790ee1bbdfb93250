// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DivergentBoundaries.h"
#include "ControlDependence.h"
#include "Targets/Common/GroupOperations.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

bool isOfTheWorkItem(Builtin Query) {
  return is_contained({Builtin::GlobalId, Builtin::GlobalLinearId, Builtin::LocalId, Builtin::LocalLinearId,
                       Builtin::SubGroupId, Builtin::SubGroupLocalId, Builtin::SubGroupSize},
                      Query);
}

class Divergence {
public:
  Divergence(const WorkItemFunction &Item, ArrayRef<GroupBoundary> Boundaries) : Control(*Item.F) {
    for (const GroupBoundary &B : Boundaries)
      if (B.What.isSameForAll())
        SameMemory.insert_range(B.Call->args());
    for (auto [N, Query] : enumerate(Item.Queries))
      if (isOfTheWorkItem(Query.first))
        add(Item.F->getArg(Item.KernelArguments + N));
    for (Instruction &I : instructions(*Item.F))
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I) || readsPrivateMemory(I))
        add(&I);
    while (!Work.empty())
      for (User *U : Work.pop_back_val()->users())
        follow(*cast<Instruction>(U));
  }

  bool differsBefore(BasicBlock &BB) const {
    return any_of(Control.controllers(BB), [&](Instruction *Branch) { return Branches.contains(Branch); });
  }

private:
  bool readsPrivateMemory(Instruction &I) const {
    auto *Load = dyn_cast<LoadInst>(&I);
    const Value *From = Load ? getUnderlyingObject(Load->getPointerOperand()) : nullptr;
    return From && isa<AllocaInst>(From) && !SameMemory.contains(From);
  }

  void add(Value *V) {
    if (!V->getType()->isVoidTy() && Values.insert(V).second)
      Work.push_back(V);
  }

  void follow(Instruction &I) {
    if (!I.isTerminator())
      return add(&I);
    if (!Branches.insert(&I).second)
      return;
    const BlockSet Influenced = Control.influenced(*I.getParent());
    // In a loop that they leave at different times, nothing is the same for those who are still in it and the others;
    // where they meet again, what does not come from there is.
    const bool Loops = Influenced.contains(I.getParent());
    const BasicBlock *Meeting = Control.meetingPoint(*I.getParent());
    for (BasicBlock *BB : Influenced)
      for (Instruction &Inner : *BB)
        if (isa<PHINode>(Inner) || (Loops && BB != Meeting && !Inner.isTerminator()))
          add(&Inner);
  }

  ControlDependence Control;
  SmallPtrSet<const Value *, 8> SameMemory; // of results that all work-items share
  SmallPtrSet<const Value *, 32> Values;
  SmallPtrSet<const Instruction *, 8> Branches;
  SmallVector<Value *, 32> Work;
};

} // namespace

bool mayDiverge(const WorkItemFunction &Item, ArrayRef<GroupBoundary> Boundaries) {
  if (Boundaries.empty() || any_of(Boundaries, [](const GroupBoundary &B) { return B.What.SubGroup; }))
    return false;
  const Divergence Found(Item, Boundaries);
  return any_of(Boundaries, [&](const GroupBoundary &B) { return Found.differsBefore(*B.Call->getParent()); });
}

} // namespace syclfuse::fuser
