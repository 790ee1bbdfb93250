// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaAtomics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

void fenceUpdates(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Update = dyn_cast<AtomicRMWInst>(&I);
      if (!Update || Update->getSyncScopeID() == SyncScope::SingleThread)
        continue;
      const AtomicOrdering Order = Update->getOrdering();
      const bool Total = Order == AtomicOrdering::SequentiallyConsistent;
      IRBuilder<> B(Update);
      if (isReleaseOrStronger(Order))
        B.CreateFence(Total ? Order : AtomicOrdering::Release, Update->getSyncScopeID());
      B.SetInsertPoint(Update->getNextNode());
      if (isAcquireOrStronger(Order))
        B.CreateFence(AtomicOrdering::Acquire, Update->getSyncScopeID());
      Update->setOrdering(AtomicOrdering::Monotonic);
    }
}

} // namespace syclfuse::fuser
