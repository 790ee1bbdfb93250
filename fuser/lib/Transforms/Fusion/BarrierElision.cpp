// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BarrierElision.h"

#include "Analysis/Dialects/Dialect.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

static std::string describe(const Instruction *I) {
  if (!I)
    return "an access";
  std::string Out = I->mayWriteToMemory() ? "the write" : "the read";
  if (const DILocation *At = I->getDebugLoc(); At && At->getLine())
    Out +=
        " at " + At->getFilename().str() + ":" + std::to_string(At->getLine()) + ":" + std::to_string(At->getColumn());
  return Out;
}

static std::string nameOf(unsigned Before) {
  return "barrier between kernels " + std::to_string(Before) + " and " + std::to_string(Before + 1);
}

static OptimizationRemark elidedRemark(const CallBase &Barrier, unsigned Before) {
  return OptimizationRemark("sycl-barrier-elision", "Elided", &Barrier)
         << nameOf(Before) << " elided: work-items access only what no other one accesses before it";
}

static OptimizationRemarkMissed keptRemark(const CallBase &Barrier, unsigned Before, const SharingResult &R) {
  return OptimizationRemarkMissed("sycl-barrier-elision", "Kept", &Barrier)
         << nameOf(Before) << " kept: " << describe(R.First) << " before it and " << describe(R.Second)
         << (R.isProven() ? " after it meet" : " after it may meet");
}

unsigned elideBarriers(Function &F, const AccessLaunch &Launch) {
  const Dialect &D = Dialect::of(*F.getParent());
  SmallVector<Instruction *, 8> Marked; // in the order of the kernels, which inlining kept
  SmallVector<CallBase *, 8> Barriers;
  scope_exit DropMarks([&] {
    for (Instruction &I : instructions(F))
      for (StringRef Name : {MDSeenByRun, MDSettled, MDNotWrittenBy})
        I.setMetadata(Name, nullptr);
  });
  for (Instruction &I : instructions(F))
    if (I.hasMetadata(MDInsertedBarrier)) {
      Marked.push_back(&I);
      if (auto *Call = dyn_cast<CallBase>(&I); Call && D.isBarrier(*Call))
        Barriers.push_back(Call);
    }
  if (Barriers.empty())
    return 0;
  SmallPtrSet<const Instruction *, 8> Unneeded;
  {
    const AccessPattern Pattern(F, Launch, Attribution::Barrier);
    OptimizationRemarkEmitter ORE(&F);
    unsigned First = 0;
    for (unsigned I = 0; I != Barriers.size(); ++I) {
      if (!Pattern.mayDepend(First, I, I + 1)) {
        ORE.emit([&] { return elidedRemark(*Barriers[I], I); });
        Unneeded.insert(Barriers[I]);
        continue;
      }
      // The search for accesses that meet is for the text alone, and its effort is not that of the analysis above: a
      // remark must not change the code.
      ORE.emit([&] {
        const AccessPattern Whole(F, Launch, Attribution::Barrier);
        return keptRemark(*Barriers[I], I, Whole.dependence(First, I, I + 1, DependenceThrough::AnyMemory));
      });
      First = I + 1;
    }
  }
  for (Instruction *I : Marked) {
    // A fence belongs to the barrier beside it.
    const Instruction *Owner = I;
    if (isa<FenceInst>(I)) {
      const Instruction *Next = I->getNextNode(), *Before = I->getPrevNode();
      Owner = Next && is_contained(Barriers, Next) ? Next : Before;
      if (Owner && !is_contained(Barriers, Owner))
        Owner = nullptr;
    }
    I->setMetadata(MDInsertedBarrier, nullptr);
    if (isa<FenceInst>(I) && Owner && Unneeded.contains(Owner))
      I->eraseFromParent();
  }
  for (CallBase *Barrier : Barriers)
    if (Unneeded.contains(Barrier))
      Barrier->eraseFromParent();
  return Unneeded.size();
}

} // namespace syclfuse::fuser
