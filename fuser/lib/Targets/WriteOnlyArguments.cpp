// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WriteOnlyArguments.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The only store through Pointer and what is computed from it; null if there is any other use.
const StoreInst *onlyStore(const Value &Pointer) {
  const StoreInst *Found = nullptr;
  SmallVector<const Value *, 8> Work{&Pointer};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      if (isa<GetElementPtrInst>(U))
        Work.push_back(U);
      else if (!Store || Found || !Store->isSimple() || getUnderlyingObject(Store->getPointerOperand()) != &Pointer)
        return nullptr;
      else
        Found = Store;
    }
  return Found;
}

const Argument *globalId(const WorkItemFunction &Item) {
  for (auto [N, Query] : enumerate(Item.Queries))
    if (Query == std::pair(Builtin::GlobalId, 0u))
      return Item.F->getArg(Item.KernelArguments + N);
  return nullptr;
}

} // namespace

SmallVector<WriteOnlyArgument, 4> findWriteOnlyArguments(const WorkItemFunction &Item) {
  SmallVector<WriteOnlyArgument, 4> Found;
  Function &F = *Item.F;
  const Argument *Id = globalId(Item);
  if (!Id)
    return Found;
  TargetLibraryInfoImpl Impl(F.getParent()->getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  AssumptionCache AC(F);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  ScalarEvolution SE(F, TLI, AC, DT, LI);
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *A = F.getArg(N);
    const StoreInst *Store = A->getType()->isPointerTy() && !A->hasByValAttr() ? onlyStore(*A) : nullptr;
    if (!Store || LI.getLoopFor(Store->getParent()))
      continue;
    uint64_t Size = F.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType());
    const SCEV *Distance = SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Store->getPointerOperand())), SE.getSCEV(A));
    const SCEV *Wanted = SE.getMulExpr(SE.getConstant(Id->getType(), Size), SE.getSCEV(const_cast<Argument *>(Id)));
    if (Distance == Wanted)
      Found.push_back({N, Size});
  }
  return Found;
}

} // namespace syclfuse::fuser
