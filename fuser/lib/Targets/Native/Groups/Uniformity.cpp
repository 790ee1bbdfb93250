// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Uniformity.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace syclfuse::fuser {

Uniformity::Uniformity(Function &F, const SmallPtrSet<const Value *, 8> &VaryingArguments,
                       const SmallPtrSetImpl<Instruction *> &Same)
    : DT(F), PDT(F), Same(Same), Varying(VaryingArguments.begin(), VaryingArguments.end()) {
  for (Instruction &I : instructions(F))
    if (I.mayWriteToMemory())
      noteWrite(I);
  do {
    spread(F);
    findDetours(F);
  } while (Detours && takeDetours());
}

const Detour *Uniformity::detourOf(const BasicBlock *Block) const {
  for (const Detour &D : *Detours)
    if (D.Blocks.contains(const_cast<BasicBlock *>(Block)))
      return &D;
  return nullptr;
}

void Uniformity::noteWrite(Instruction &I) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    Pointer = Atomic->getPointerOperand();
  if (Pointer)
    Written.insert(getUnderlyingObject(Pointer, 0));
  else
    WritesElsewhere = true;
}

// Optimistic: what nothing makes vary is uniform.
void Uniformity::spread(Function &F) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Instruction &I : instructions(F))
      if (!Varying.contains(&I) && !Same.contains(&I) && isVarying(I))
        Changed |= Varying.insert(&I).second;
  }
}

bool Uniformity::isVarying(Instruction &I) const {
  if (I.isTerminator())
    return I.getNumOperands() && Varying.contains(I.getOperand(0));
  if (any_of(I.operands(), [&](const Use &U) { return Varying.contains(U.get()); }))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    // All work-items read it, so none may write it; those that write it all the same way are left alone.
    const Value *Object = getUnderlyingObject(Load->getPointerOperand(), 0);
    return !Load->isSimple() || WritesElsewhere || Written.contains(Object) || !isa<Argument, GlobalVariable>(Object);
  }
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return !isTriviallyVectorizable(Call->getIntrinsicID());
  return isa<AllocaInst, CallBase>(I) || I.mayReadOrWriteMemory();
}

void Uniformity::findDetours(Function &F) {
  Detours.emplace();
  for (BasicBlock &BB : F) {
    if (!DT.isReachableFromEntry(&BB) || isUniform(*BB.getTerminator()) || detourOf(&BB))
      continue;
    Detour D;
    D.Blocks.insert(&BB);
    if (!grow(D) || !join(D)) {
      Detours.reset();
      return;
    }
  }
}

// Until all ways into D go through its head, and all ways out to its exit.
bool Uniformity::grow(Detour &D) {
  for (size_t Before = 0; Before != D.Blocks.size();) {
    Before = D.Blocks.size();
    D.Head = D.Blocks.front();
    D.Exit = nullptr;
    for (BasicBlock *BB : D.Blocks) {
      D.Head = DT.findNearestCommonDominator(D.Head, BB);
      DomTreeNode *Next = PDT.getNode(BB)->getIDom();
      if (!Next || !Next->getBlock())
        return false;
      D.Exit = D.Exit ? PDT.findNearestCommonDominator(D.Exit, Next->getBlock()) : Next->getBlock();
      if (!D.Exit)
        return false;
    }
    SmallVector<BasicBlock *, 8> Work{D.Head};
    SmallPtrSet<BasicBlock *, 8> Reached{D.Head};
    while (!Work.empty()) {
      BasicBlock *BB = Work.pop_back_val();
      D.Blocks.insert(BB);
      for (BasicBlock *Next : successors(BB))
        if (Next != D.Exit && Reached.insert(Next).second)
          Work.push_back(Next);
    }
    for (BasicBlock *BB : SmallVector<BasicBlock *, 8>(D.Blocks.begin(), D.Blocks.end()))
      if (BB != D.Head)
        for (BasicBlock *From : predecessors(BB))
          if (DT.isReachableFromEntry(From)) // others are in no tree
            D.Blocks.insert(From);
    if (D.Blocks.contains(D.Exit))
      return false;
  }
  return true;
}

// Adds D, as one with those that it meets, and with those that end where it begins, or begin where it ends, if no
// work-item shares what it does there with another one.
bool Uniformity::join(Detour D) {
  auto Follows = [&](const Detour &First, const Detour &Second) {
    return First.Exit == Second.Head && none_of(*Second.Head, [&](Instruction &I) { return isUniform(I); });
  };
  auto Meets = [&](const Detour &Other) {
    return Follows(D, Other) || Follows(Other, D) ||
           any_of(Other.Blocks, [&](BasicBlock *BB) { return D.Blocks.contains(BB); });
  };
  for (auto It = find_if(*Detours, Meets); It != Detours->end(); It = find_if(*Detours, Meets)) {
    D.Blocks.insert(It->Blocks.begin(), It->Blocks.end());
    Detours->erase(It);
    if (!grow(D))
      return false;
  }
  Detours->push_back(std::move(D));
  return true;
}

// What is in a detour is not run by all, but for what is before its first branch, and what is behind it depends on the
// way. Whether that is new.
bool Uniformity::takeDetours() {
  bool Changed = false;
  for (const Detour &D : *Detours) {
    const bool Returns = any_of(predecessors(D.Head), [&](BasicBlock *BB) { return D.Blocks.contains(BB); });
    for (BasicBlock *BB : D.Blocks)
      for (Instruction &I : *BB)
        if (BB != D.Head || Returns || I.isTerminator())
          Changed |= Varying.insert(&I).second;
    for (PHINode &Phi : D.Exit->phis())
      Changed |= Varying.insert(&Phi).second;
  }
  return Changed;
}

} // namespace syclfuse::fuser
