// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PrivateMoves.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr uint64_t MostElements = 64;

// Of the array that both ends of the move lie in; null if there is none, or its elements are no values.
Type *elementOf(const MemMoveInst &Move) {
  const auto *Array = dyn_cast<AllocaInst>(getUnderlyingObject(Move.getRawDest()));
  if (!Array || getUnderlyingObject(Move.getRawSource()) != Array)
    return nullptr;
  Type *T = Array->getAllocatedType();
  while (auto *Of = dyn_cast<ArrayType>(T))
    T = Of->getElementType();
  return T->isSingleValueType() && !T->isScalableTy() ? T : nullptr;
}

bool expand(MemMoveInst &Move) {
  const auto *Length = dyn_cast<ConstantInt>(Move.getLength());
  Type *T = elementOf(Move);
  if (!Length || !T || Move.isVolatile())
    return false;
  const DataLayout &DL = Move.getDataLayout();
  const uint64_t Size = DL.getTypeStoreSize(T), Bytes = Length->getZExtValue();
  if (Size != DL.getTypeAllocSize(T) || DL.getTypeSizeInBits(T) != 8 * Size || Bytes % Size ||
      Bytes / Size > MostElements)
    return false;
  IRBuilder<> B(&Move);
  SmallVector<Value *, 16> Values;
  auto At = [&](Value *Pointer, uint64_t Offset) { return B.CreatePtrAdd(Pointer, B.getInt64(Offset)); };
  for (uint64_t Offset = 0; Offset != Bytes; Offset += Size)
    Values.push_back(B.CreateAlignedLoad(T, At(Move.getRawSource(), Offset),
                                         commonAlignment(Move.getSourceAlign().valueOrOne(), Offset)));
  for (auto [N, V] : enumerate(Values))
    B.CreateAlignedStore(V, At(Move.getRawDest(), N * Size),
                         commonAlignment(Move.getDestAlign().valueOrOne(), N * Size));
  Move.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses ExpandPrivateMovesPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Move = dyn_cast<MemMoveInst>(&I))
      Changed |= expand(*Move);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
