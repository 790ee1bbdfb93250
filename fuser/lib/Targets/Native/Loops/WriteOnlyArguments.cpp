// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WriteOnlyArguments.h"

#include "NeighbourItems.h"
#include "Support/AnalysisManagers.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxAddressTree = 24;

// The stores through Pointer and what is computed from it; none if there is any other use.
SmallVector<StoreInst *, 2> storesThrough(Value &Pointer) {
  SmallVector<StoreInst *, 2> Found;
  SmallVector<Value *, 8> Work{&Pointer};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      if (isa<GetElementPtrInst>(U))
        Work.push_back(U);
      else if (!Store || !Store->isSimple() || getUnderlyingObject(Store->getPointerOperand()) != &Pointer)
        return {};
      else
        Found.push_back(Store);
    }
  return Found;
}

bool isTree(const Value *V, unsigned &Left) {
  if (isa<Argument, Constant>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Left-- == 0 || !isa<BinaryOperator, CastInst, GetElementPtrInst>(I) || I->isIntDivRem())
    return false;
  // Of other numbers than the kernel has, these may be poison without any flags.
  if ((I->isShift() && !isa<Constant>(I->getOperand(1))) || isa<FPToUIInst, FPToSIInst>(I))
    return false;
  return all_of(I->operands(), [&](const Use &U) { return isTree(U.get(), Left); });
}

} // namespace

bool isAddressTree(const Value *V) {
  unsigned Left = MaxAddressTree;
  return isTree(V, Left);
}

bool isOnlyStoredTo(Argument &A) {
  return A.getType()->isPointerTy() && !A.hasByValAttr() && !storesThrough(A).empty();
}

WriteOnlyArguments findWriteOnlyArguments(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape) {
  WriteOnlyArguments Found;
  FunctionAnalyses Analyses(F);
  ScalarEvolution &SE = Analyses.SE;
  NeighbourItems Neighbours(Item, F, Shape);
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *A = F.getArg(N);
    if (!isOnlyStoredTo(*A))
      continue;
    SmallVector<StoreInst *, 2> Stores = storesThrough(*A);
    Value *Address = Stores.front()->getPointerOperand();
    uint64_t Size = F.getDataLayout().getTypeStoreSize(Stores.front()->getValueOperand()->getType());
    if (!isPowerOf2_64(Size) || !isAddressTree(Address))
      continue;
    bool Same = all_of(Stores, [&](StoreInst *S) {
      return !Analyses.Loops.getLoopFor(S->getParent()) && SE.getSCEV(S->getPointerOperand()) == SE.getSCEV(Address) &&
             F.getDataLayout().getTypeStoreSize(S->getValueOperand()->getType()) == Size;
    });
    std::optional<APInt> Step = Neighbours.step(SE, Address);
    if (Same && Step && *Step == Size)
      Found.push_back({N, Address, Size});
  }
  return Found;
}

} // namespace syclfuse::fuser
