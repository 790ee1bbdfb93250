// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DividedIds.h"
#include "ItemBounds.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/Analysis/LoopInfo.h"
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

// Instructions of a function that is worth a copy. A divisor that is a constant needs none.
constexpr unsigned MaxSize = 512, MaxSizeOfConstant = 2000;

Value *withoutFreeze(Value *V) {
  auto *Freeze = dyn_cast<FreezeInst>(V);
  return Freeze ? Freeze->getOperand(0) : V;
}

// An instruction that is the quotient or the remainder of an id.
struct Division {
  Instruction *At;
  Value *Id, *Divisor;
  bool IsRemainder;
};

// Ids are not negative, so that signed divisions by a positive number are unsigned ones.
std::optional<Division> divisionOf(Instruction &I) {
  Value *Id;
  const APInt *C;
  if (match(&I, m_LShr(m_Value(Id), m_APInt(C))) && C->ult(62))
    return Division{&I, Id, ConstantInt::get(I.getType(), uint64_t(1) << C->getZExtValue()), false};
  if (match(&I, m_And(m_Value(Id), m_LowBitMask(C))) && C->getActiveBits() < 62)
    return Division{&I, Id, ConstantInt::get(I.getType(), C->getZExtValue() + 1), true};
  if (!I.isIntDivRem())
    return std::nullopt;
  const bool IsRemainder = I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  return Division{&I, I.getOperand(0), withoutFreeze(I.getOperand(1)), IsRemainder};
}

SmallVector<Division, 4> findDivisions(const WorkItemFunction &Item, Function &F) {
  SmallVector<Division, 4> Found;
  for (Instruction &I : instructions(F)) {
    std::optional<Division> D = I.getType()->isIntegerTy(64) ? divisionOf(I) : std::nullopt;
    if (!D || !countingId(Item, D->Id, range_kind::range) || !isSharedByItems(Item, D->Divisor))
      continue;
    auto *C = dyn_cast<ConstantInt>(D->Divisor);
    if (!C || (C->getValue().sge(ShortestRow)))
      Found.push_back(*D);
  }
  return Found;
}

Function *copyWithQuotient(Function &F, ValueToValueMapTy &Map) {
  SmallVector<Type *, 16> Parameters(F.getFunctionType()->params());
  Parameters.push_back(Type::getInt64Ty(F.getContext()));
  return copyAs(F, FunctionType::get(F.getReturnType(), Parameters, false), ".rows", Map);
}

} // namespace

void recomposeRemainders(Function &F) {
  SmallVector<Instruction *, 4> Old;
  for (Instruction &I : instructions(F)) {
    Value *X, *H;
    Instruction *Quotient;
    if (!match(&I, m_Sub(m_Value(X), m_c_Mul(m_Instruction(Quotient), m_Value(H)))))
      continue;
    const bool Signed = match(Quotient, m_SDiv(m_Specific(X), m_Specific(H)));
    if (!Signed && !match(Quotient, m_UDiv(m_Specific(X), m_Specific(H))))
      continue;
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(Signed ? B.CreateSRem(X, H) : B.CreateURem(X, H));
    Old.push_back(&I);
  }
  for (Instruction *I : Old)
    RecursivelyDeleteTriviallyDeadInstructions(I);
}

std::optional<DividedIds> splitAtDivisions(const WorkItemFunction &Item, Function &F) {
  SmallVector<Division, 4> Divisions = findDivisions(Item, F);
  if (Divisions.empty() || !LoopInfo(DominatorTree(F)).empty())
    return std::nullopt;
  auto Remainder = find_if(Divisions, [](const Division &D) { return D.IsRemainder; });
  const Division Chosen = Remainder == Divisions.end() ? Divisions.front() : *Remainder;
  if (F.getInstructionCount() > (isa<ConstantInt>(Chosen.Divisor) ? MaxSizeOfConstant : MaxSize))
    return std::nullopt;
  ValueToValueMapTy Map;
  Function *Rows = copyWithQuotient(F, Map);
  Argument *Quotient = Rows->getArg(Rows->arg_size() - 1);
  for (const Division &D : Divisions) {
    if (D.Id != Chosen.Id || D.Divisor != Chosen.Divisor)
      continue;
    auto *Copy = cast<Instruction>(&*Map[D.At]);
    IRBuilder<> B(Copy);
    Value *Id = Map[D.Id], *H = isa<Constant>(D.Divisor) ? D.Divisor : &*Map[D.Divisor];
    Copy->replaceAllUsesWith(
        D.IsRemainder ? B.CreateSub(Id, B.CreateMul(Quotient, H, "", true, true), "place", true, true) : Quotient);
    Copy->eraseFromParent();
  }
  return DividedIds{*countingId(Item, Chosen.Id, range_kind::range), Chosen.Divisor, Rows};
}

} // namespace syclfuse::fuser
