// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BarrierElision.h"

#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

struct Effects {
  bool Reads = false, Writes = false;

  void add(const Effects &O) {
    Reads |= O.Reads;
    Writes |= O.Writes;
  }
  bool conflictsWith(const Effects &O) const { return (Writes && (O.Reads || O.Writes)) || (Reads && O.Writes); }
};

// Memory of the work-item alone, or that nobody writes to.
bool isUnshared(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  if (const auto *Global = dyn_cast<GlobalVariable>(Object))
    return Global->isConstant();
  const auto *Arg = dyn_cast<Argument>(Object);
  return isa<AllocaInst>(Object) || (Arg && Arg->hasByValAttr());
}

// On memory that work-items share.
Effects effectsOf(const Instruction &I) {
  if (isa<LifetimeIntrinsic, AssumeInst>(I))
    return {};
  if (const auto *Transfer = dyn_cast<MemTransferInst>(&I); Transfer && !Transfer->isVolatile())
    return {!isUnshared(Transfer->getSource()), !isUnshared(Transfer->getDest())};
  if (const auto Location = MemoryLocation::getOrNone(&I); Location && !I.isAtomic() && isUnshared(Location->Ptr))
    return {};
  return {I.mayReadFromMemory(), I.mayWriteToMemory()};
}

} // namespace

unsigned elideBarriers(Function &F) {
  SmallVector<Instruction *, 8> Barriers; // in the order of the kernels, which inlining kept
  for (Instruction &I : instructions(F))
    if (I.hasMetadata(MDInsertedBarrier))
      Barriers.push_back(&I);
  if (Barriers.empty())
    return 0;
  DominatorTree Dominators(F);
  // A kernel's code is what its barriers dominate, less what the barriers after it do.
  SmallVector<Effects, 8> Kernels(Barriers.size() + 1);
  for (Instruction &I : instructions(F))
    if (!I.hasMetadata(MDInsertedBarrier))
      Kernels[count_if(Barriers, [&](Instruction *B) { return Dominators.dominates(B, &I); })].add(effectsOf(I));
  unsigned Removed = 0;
  Effects Before = Kernels.front();
  for (auto [I, Barrier] : enumerate(Barriers)) {
    const Effects &After = Kernels[I + 1];
    if (Before.conflictsWith(After)) {
      Barrier->setMetadata(MDInsertedBarrier, nullptr);
      Before = After;
      continue;
    }
    Barrier->eraseFromParent();
    Before.add(After);
    ++Removed;
  }
  return Removed;
}

} // namespace syclfuse::fuser
