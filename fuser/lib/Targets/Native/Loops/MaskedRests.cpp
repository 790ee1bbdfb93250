// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MaskedRests.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

#include <optional>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// How many elements Mask lets through, if they are the first.
std::optional<unsigned> prefixOf(const Value *Mask, unsigned Elements) {
  const auto *C = dyn_cast<Constant>(Mask);
  unsigned Taken = 0;
  for (unsigned I = 0; C && I != Elements; ++I) {
    const auto *Bit = dyn_cast_or_null<ConstantInt>(C->getAggregateElement(I));
    if (!Bit || (Bit->isOne() && Taken != I))
      return std::nullopt;
    Taken += Bit->isOne();
  }
  return C && Taken ? std::optional(Taken) : std::nullopt;
}

class MaskedRest {
public:
  MaskedRest(IntrinsicInst &I, bool IsStore)
      : I(I), IsStore(IsStore), Type(cast<FixedVectorType>(IsStore ? I.getArgOperand(0)->getType() : I.getType())),
        B(&I) {}

  bool narrow() {
    const std::optional<unsigned> Taken = prefixOf(I.getArgOperand(IsStore ? 2 : 1), Type->getNumElements());
    if (!Taken || !DL.typeSizeEqualsStoreSize(Type->getElementType()))
      return false;
    Value *Rest = IsStore ? I.getArgOperand(0) : I.getArgOperand(2);
    for (unsigned First = 0, Size; First != *Taken; First += Size) {
      Size = bit_floor(*Taken - First);
      if (IsStore)
        store(elements(Rest, First, Size), First);
      else
        Rest = withElements(Rest, load(First, Size), First, Size);
    }
    if (!IsStore)
      I.replaceAllUsesWith(Rest);
    I.eraseFromParent();
    return true;
  }

private:
  Value *address(unsigned First) {
    return First ? B.CreateConstInBoundsGEP1_64(Type->getElementType(), pointer(), First) : pointer();
  }
  Value *pointer() const { return I.getArgOperand(IsStore ? 1 : 0); }
  Align alignOf(unsigned First) const {
    const Align Whole = I.getParamAlign(IsStore ? 1 : 0).valueOrOne();
    return commonAlignment(Whole, First * DL.getTypeStoreSize(Type->getElementType()).getFixedValue());
  }
  llvm::Type *typeOf(unsigned Size) const {
    return Size == 1 ? Type->getElementType() : FixedVectorType::get(Type->getElementType(), Size);
  }
  Value *load(unsigned First, unsigned Size) {
    auto *L = B.CreateAlignedLoad(typeOf(Size), address(First), alignOf(First));
    L->copyMetadata(I);
    return L;
  }
  void store(Value *Part, unsigned First) {
    B.CreateAlignedStore(Part, address(First), alignOf(First))->copyMetadata(I);
  }
  Value *elements(Value *Whole, unsigned First, unsigned Size) {
    if (Size == 1)
      return B.CreateExtractElement(Whole, First);
    return B.CreateShuffleVector(Whole, to_vector(seq<int>(First, First + Size)));
  }
  Value *withElements(Value *Whole, Value *Part, unsigned First, unsigned Size) {
    if (Size == 1)
      return B.CreateInsertElement(Whole, Part, First);
    const unsigned All = Type->getNumElements();
    SmallVector<int, 16> Wide(All, PoisonMaskElem), Chosen = to_vector<16>(seq<int>(0, All));
    for (unsigned J = 0; J != Size; ++J) {
      Wide[J] = int(J);
      Chosen[First + J] = int(All + J);
    }
    return B.CreateShuffleVector(Whole, B.CreateShuffleVector(Part, Wide), Chosen);
  }

  IntrinsicInst &I;
  const bool IsStore;
  FixedVectorType *Type;
  IRBuilder<> B;
  const DataLayout &DL = I.getDataLayout();
};

} // namespace

PreservedAnalyses MaskedRestsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I))
      if (const bool IsStore = Call->getIntrinsicID() == Intrinsic::masked_store;
          IsStore || Call->getIntrinsicID() == Intrinsic::masked_load)
        Changed |= MaskedRest(*Call, IsStore).narrow();
  if (!Changed)
    return PreservedAnalyses::all();
  FAM.invalidate(F, PreservedAnalyses::none());
  EarlyCSEPass(/*UseMemorySSA=*/true).run(F, FAM);
  return PreservedAnalyses::none();
}

} // namespace syclfuse::fuser
