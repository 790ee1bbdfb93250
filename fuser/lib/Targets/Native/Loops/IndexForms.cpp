// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IndexForms.h"

#include "llvm/IR/Dominators.h"
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

// Of a number of 64 bits whose lower half is zero; null if that is not seen.
Value *upperHalf(Value *V, IRBuilder<> &B, unsigned Depth = 0) {
  Value *X, *Y;
  const APInt *By;
  if (match(V, m_APInt(By)) && By->countr_zero() >= 32)
    return B.getInt(By->extractBits(32, 32));
  if (match(V, m_Shl(m_Value(X), m_APInt(By))) && By->uge(32) && By->ult(64)) {
    Value *Low = lowerHalf(X, B);
    return *By == 32 ? Low : B.CreateShl(Low, By->getZExtValue() - 32);
  }
  if (match(V, m_Mul(m_Value(X), m_APInt(By))) && By->countr_zero() >= 32)
    return B.CreateMul(lowerHalf(X, B), B.getInt(By->extractBits(32, 32)));
  if (Depth == MaxDepth || !match(V, m_Add(m_Value(X), m_Value(Y))))
    return nullptr;
  X = upperHalf(X, B, Depth + 1);
  Y = X ? upperHalf(Y, B, Depth + 1) : nullptr;
  return Y ? B.CreateAdd(X, Y) : nullptr;
}

// LLVM makes such shifts of an index of 32 bits that is extended and scaled.
Value *recomposeShifts(Instruction &I) {
  Value *Shifted;
  const APInt *Down;
  if (!I.getType()->isIntegerTy(64) || !match(&I, m_AShr(m_Value(Shifted), m_APInt(Down))) || Down->ugt(32))
    return nullptr;
  IRBuilder<> B(&I);
  Value *Narrow = upperHalf(Shifted, B);
  if (!Narrow || isa<Constant>(Narrow))
    return nullptr;
  Value *Wide = B.CreateSExt(Narrow, I.getType());
  return *Down == 32 ? Wide : B.CreateShl(Wide, 32 - Down->getZExtValue(), "", false, true);
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

// Of `x < 1024` with an unsigned x LLVM makes a mask of the bits that must not be set, and where it holds masks of the
// others.
class MaskedBounds {
public:
  explicit MaskedBounds(Function &F) : F(F), DT(F) {}

  void run() {
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Compare = dyn_cast<ICmpInst>(&I))
        recompose(*Compare);
    if (!Bounds.empty())
      for (Instruction &I : make_early_inc_range(instructions(F)))
        dropMask(I);
  }

private:
  struct Bound {
    Value *X;
    unsigned Bits; // X, or its lower half, is below 2^Bits
    bool OfLowerHalf;
    BasicBlockEdge Holds;
  };

  void recompose(ICmpInst &Compare) {
    Value *X;
    const APInt *High;
    if (!Compare.isEquality() || !match(Compare.getOperand(1), m_Zero()) ||
        !match(Compare.getOperand(0), m_And(m_Value(X), m_APInt(High))) || !High->isShiftedMask())
      return;
    const unsigned Width = X->getType()->getIntegerBitWidth(), Low = High->countr_zero();
    const unsigned Top = Low + High->popcount();
    const bool OfLowerHalf = Width == 64 && Top == 32;
    if (Low == 0 || !(Top == Width || OfLowerHalf) || (Width != 32 && Width != 64))
      return;
    IRBuilder<> B(&Compare);
    const bool IsBelow = Compare.getPredicate() == CmpInst::ICMP_EQ;
    Value *Tested = OfLowerHalf ? B.CreateTrunc(X, B.getInt32Ty()) : X;
    Value *New = B.CreateICmp(IsBelow ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE, Tested,
                              ConstantInt::get(Tested->getType(), uint64_t(1) << Low));
    for (User *U : Compare.users())
      if (auto *Br = dyn_cast<BranchInst>(U))
        Bounds.push_back({X, Low, OfLowerHalf, {Br->getParent(), Br->getSuccessor(IsBelow ? 0 : 1)}});
    Compare.replaceAllUsesWith(New);
    RecursivelyDeleteTriviallyDeadInstructions(&Compare);
  }

  void dropMask(Instruction &I) {
    Value *X;
    const APInt *Mask;
    if (!match(&I, m_And(m_Value(X), m_LowBitMask(Mask))))
      return;
    for (bool OfLowerHalf : {false, true}) {
      auto IsBelow = [&](const Value *V, function_ref<bool(const BasicBlockEdge &)> Reaches) {
        return any_of(Bounds, [&](const Bound &Of) {
          return Of.X == V && Of.Bits == Mask->countr_one() && Of.OfLowerHalf == OfLowerHalf && Reaches(Of.Holds);
        });
      };
      auto *Phi = dyn_cast<PHINode>(X);
      const bool Holds = IsBelow(X, [&](const BasicBlockEdge &E) { return DT.dominates(E, I.getParent()); }) ||
                         (Phi && all_of(Phi->blocks(), [&](BasicBlock *From) {
                            return IsBelow(Phi->getIncomingValueForBlock(From), [&](const BasicBlockEdge &E) {
                              return (E.getStart() == From && E.getEnd() == Phi->getParent()) || DT.dominates(E, From);
                            });
                          }));
      if (!Holds)
        continue;
      IRBuilder<> B(&I);
      I.replaceAllUsesWith(OfLowerHalf ? B.CreateAnd(X, B.getInt64(0xffffffff)) : X);
      I.eraseFromParent();
      return;
    }
  }

  Function &F;
  DominatorTree DT;
  SmallVector<Bound, 4> Bounds;
};

} // namespace

void recomposeIndices(Function &F) {
  MaskedBounds(F).run();
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
