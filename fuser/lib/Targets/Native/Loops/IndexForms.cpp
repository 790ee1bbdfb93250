// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IndexForms.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxDepth = 4;

// Of a number of 64 bits. Sums and products have the lower half that those of lower halves have.
Value *lowerHalf(Value *V, IRBuilder<> &B, unsigned Depth = 0) {
  Value *X, *Y;
  const APInt *By;
  if (match(V, m_ZExtOrSExt(m_Value(X))) && X->getType()->isIntegerTy(32))
    return X;
  if (Depth != MaxDepth && match(V, m_Add(m_Value(X), m_Value(Y))))
    return B.CreateAdd(lowerHalf(X, B, Depth + 1), lowerHalf(Y, B, Depth + 1));
  if (Depth != MaxDepth && match(V, m_Mul(m_Value(X), m_Value(Y))))
    return B.CreateMul(lowerHalf(X, B, Depth + 1), lowerHalf(Y, B, Depth + 1));
  if (Depth != MaxDepth && match(V, m_Shl(m_Value(X), m_APInt(By))) && By->ult(32))
    return B.CreateShl(lowerHalf(X, B, Depth + 1), By->getZExtValue());
  if (auto *Choice = dyn_cast<SelectInst>(V); Choice && Depth != MaxDepth)
    return B.CreateSelect(Choice->getCondition(), lowerHalf(Choice->getTrueValue(), B, Depth + 1),
                          lowerHalf(Choice->getFalseValue(), B, Depth + 1));
  return B.CreateTrunc(V, B.getInt32Ty());
}

// LLVM makes such shifts of an index of 32 bits that is extended and scaled.
Value *recomposeShifts(Instruction &I) {
  Value *Shifted, *X, *Other;
  const APInt *Down, *By, *Added = nullptr;
  if (!I.getType()->isIntegerTy(64) || !match(&I, m_AShr(m_Value(Shifted), m_APInt(Down))) || Down->ugt(32))
    return nullptr;
  if (match(Shifted, m_Add(m_Value(Other), m_APInt(Added))))
    Shifted = Other;
  APInt Factor(64, 0);
  if (match(Shifted, m_Mul(m_Value(X), m_APInt(By))))
    Factor = *By;
  else if (match(Shifted, m_Shl(m_Value(X), m_APInt(By))) && By->ult(64))
    Factor.setBit(By->getZExtValue());
  if (Factor.isZero() || Factor.countr_zero() < 32 || (Added && Added->countr_zero() < 32))
    return nullptr;
  IRBuilder<> B(&I);
  Value *Narrow = lowerHalf(X, B);
  if (Factor.lshr(32) != 1)
    Narrow = B.CreateMul(Narrow, B.getInt(Factor.extractBits(32, 32)));
  if (Added)
    Narrow = B.CreateAdd(Narrow, B.getInt(Added->extractBits(32, 32)));
  return B.CreateShl(B.CreateSExt(Narrow, I.getType()), 32 - Down->getZExtValue(), "", false, true);
}

// V, which does not wrap, in the type To; null if it is of something else than what was truncated to its type.
Value *widened(Value *V, bool Signed, Type *To, IRBuilder<> &B, unsigned Depth = 0) {
  if (isa<ConstantInt>(V))
    return Signed ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
  if (auto *Trunc = dyn_cast<TruncInst>(V)) {
    const bool Keeps = Signed ? Trunc->hasNoSignedWrap() : Trunc->hasNoUnsignedWrap();
    return Keeps && Trunc->getSrcTy() == To ? Trunc->getOperand(0) : nullptr;
  }
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || Depth == MaxDepth)
    return nullptr;
  const unsigned Operation = I->getOpcode();
  const bool IsSum =
      (Operation == Instruction::Add || Operation == Instruction::Sub || Operation == Instruction::Mul) &&
      (Signed ? I->hasNoSignedWrap() : I->hasNoUnsignedWrap());
  const bool IsDivision = Signed ? Operation == Instruction::SDiv || Operation == Instruction::SRem
                                 : Operation == Instruction::UDiv || Operation == Instruction::URem;
  if (!IsSum && !IsDivision)
    return nullptr;
  Value *X = widened(I->getOperand(0), Signed, To, B, Depth + 1);
  Value *Y = X ? widened(I->getOperand(1), Signed, To, B, Depth + 1) : nullptr;
  if (!Y)
    return nullptr;
  auto *Wide = BinaryOperator::Create(Instruction::BinaryOps(Operation), X, Y);
  if (IsSum)
    (Signed ? Wide->setHasNoSignedWrap() : Wide->setHasNoUnsignedWrap());
  return B.Insert(Wide);
}

// LLVM divides in the narrowest type that has the dividend.
Value *widenNarrowed(Instruction &I) {
  if (!isa<SExtInst, ZExtInst>(I) || I.getOperand(0)->getType()->getIntegerBitWidth() >= 32)
    return nullptr;
  IRBuilder<> B(&I);
  Value *Wide = widened(I.getOperand(0), isa<SExtInst>(I), B.getInt32Ty(), B);
  return Wide ? B.CreateIntCast(Wide, I.getType(), isa<SExtInst>(I)) : nullptr;
}

bool isAddress(const Instruction &I) {
  return any_of(I.users(), [](const User *U) { return isa<GetElementPtrInst>(U); });
}

// LLVM makes masks of what it knows to be positive, and scales before it masks.
Value *recomposeMask(Instruction &I) {
  Value *X;
  const APInt *Mask, *By;
  if (!I.getType()->isIntegerTy(64) || !match(&I, m_And(m_Value(X), m_APInt(Mask))))
    return nullptr;
  IRBuilder<> B(&I);
  const APInt Lower = APInt::getLowBitsSet(64, 32);
  if (match(X, m_Shl(m_Value(X), m_APInt(By))) && By->ult(32) && *Mask == Lower << *By)
    return B.CreateShl(B.CreateAnd(X, Lower), By->getZExtValue(), "", true, true);
  if (*Mask == Lower && isAddress(I) && match(X, m_Add(m_Value(), m_Value())))
    return B.CreateZExt(lowerHalf(X, B), I.getType());
  return nullptr;
}

} // namespace

void recomposeIndices(Function &F) {
  SmallVector<Instruction *, 8> Old;
  for (Instruction &I : instructions(F)) {
    if (!I.getType()->isIntegerTy())
      continue;
    Value *New = recomposeShifts(I);
    if (!New)
      New = recomposeMask(I);
    if (!New)
      New = widenNarrowed(I);
    if (!New)
      continue;
    I.replaceAllUsesWith(New);
    Old.push_back(&I);
  }
  for (Instruction *I : Old)
    RecursivelyDeleteTriviallyDeadInstructions(I);
}

} // namespace syclfuse::fuser
