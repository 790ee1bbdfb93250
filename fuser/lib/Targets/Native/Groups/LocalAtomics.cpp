// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocalAtomics.h"
#include "Analysis/Dialects/Dialect.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace syclfuse::fuser {

static Value *atomicPointer(Instruction &I) {
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  return I.isAtomic() ? getLoadStorePointerOperand(&I) : nullptr;
}

void markLocalAtomics(Module &M) {
  const SyncScope::ID Scope = M.getContext().getOrInsertSyncScopeID(LocalAtomicsScope);
  const unsigned Local = Dialect::of(M).Local;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (Value *Pointer = atomicPointer(I);
          Pointer && Pointer->getType()->getPointerAddressSpace() == Local && !I.isVolatile())
        setAtomicSyncScopeID(&I, Scope);
}

void lowerLocalAtomics(Module &M) {
  const SyncScope::ID Scope = M.getContext().getOrInsertSyncScopeID(LocalAtomicsScope);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (!atomicPointer(I) || getAtomicSyncScopeID(&I) != Scope)
        continue;
      if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
        lowerAtomicRMWInst(Update);
      else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        lowerAtomicCmpXchgInst(Exchange);
      else if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->setAtomic(AtomicOrdering::NotAtomic);
      else
        cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
    }
}

} // namespace syclfuse::fuser
