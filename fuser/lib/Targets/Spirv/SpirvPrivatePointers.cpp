// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvLowering.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

bool isOfKnownSize(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  const auto *A = dyn_cast<Argument>(Object);
  return Pointer->getType()->getPointerAddressSpace() == 0 || isa<AllocaInst, GlobalVariable>(Object) ||
         (A && A->hasByValAttr());
}

void loadInteger(LoadInst &L, Type *Integer) {
  IRBuilder<> B(&L);
  LoadInst *New = B.CreateAlignedLoad(Integer, L.getPointerOperand(), L.getAlign(), L.isVolatile());
  L.replaceAllUsesWith(B.CreateIntToPtr(New, L.getType()));
  L.eraseFromParent();
}

void storeInteger(StoreInst &S, Type *Integer) {
  IRBuilder<> B(&S);
  B.CreateAlignedStore(B.CreatePtrToInt(S.getValueOperand(), Integer), S.getPointerOperand(), S.getAlign(),
                       S.isVolatile());
  S.eraseFromParent();
}

} // namespace

void keepTypesOfVariables(Module &M) {
  for (Function &F : M) {
    SmallVector<Instruction *, 16> Accesses;
    for (Instruction &I : instructions(F))
      if (const Value *Pointer = getLoadStorePointerOperand(&I);
          Pointer && getLoadStoreType(&I)->isPointerTy() && !I.isAtomic() && isOfKnownSize(Pointer))
        Accesses.push_back(&I);
    for (Instruction *I : Accesses) {
      Type *Integer = M.getDataLayout().getIntPtrType(getLoadStoreType(I));
      if (auto *L = dyn_cast<LoadInst>(I))
        loadInteger(*L, Integer);
      else
        storeInteger(*cast<StoreInst>(I), Integer);
    }
  }
}

} // namespace syclfuse::fuser
