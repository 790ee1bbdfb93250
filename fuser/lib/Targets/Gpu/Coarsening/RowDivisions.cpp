// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowDivisions.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

std::optional<RowDivision> matchDivision(BinaryOperator &I) {
  RowDivision Row{&I, I.getOperand(0), I.getOperand(1)};
  auto *Constant = dyn_cast<ConstantInt>(Row.Divisor);
  if (!I.getType()->isIntegerTy(32) && !I.getType()->isIntegerTy(64))
    return std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::UDiv:
    return Row;
  case Instruction::SDiv:
    Row.IsSigned = true;
    return Row;
  case Instruction::URem:
    Row.IsRemainder = true;
    return Row;
  case Instruction::SRem:
    Row.IsSigned = Row.IsRemainder = true;
    return Row;
  case Instruction::LShr:
    if (!Constant || Constant->getValue().uge(I.getType()->getIntegerBitWidth()))
      return std::nullopt;
    Row.Divisor =
        ConstantInt::get(I.getType(), APInt::getOneBitSet(I.getType()->getIntegerBitWidth(), Constant->getZExtValue()));
    return Row;
  case Instruction::And:
    if (!Constant || !Constant->getValue().isMask() || Constant->getValue().isAllOnes())
      return std::nullopt;
    Row.Divisor = ConstantInt::get(I.getType(), Constant->getValue() + 1);
    Row.IsRemainder = true;
    return Row;
  default:
    return std::nullopt;
  }
}

} // namespace

APInt RowDivision::limit() const {
  unsigned Bits = Division->getType()->getIntegerBitWidth();
  return (IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits)) - (1 << 24);
}

DividedRow::DividedRow(IRBuilderBase &B, Value *Dividend, Value *D) {
  Divisor = B.CreateSelect(B.CreateIsNull(D), ConstantInt::get(D->getType(), 1), D);
  Quotient = B.CreateUDiv(Dividend, Divisor);
  Remainder = B.CreateSub(Dividend, B.CreateMul(Quotient, Divisor));
}

bool isPure(Value &V) {
  SmallVector<Value *, 8> Work{&V};
  SmallPtrSet<Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (isa<PHINode>(I) || I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I) || Seen.size() > 64)
      return false;
    Work.append(I->op_begin(), I->op_end());
  }
  return true;
}

void RowDivisions::replaceIn(Function &F, function_ref<bool(const Value &)> IsVarying) {
  // A division of a quotient comes after that one, whose stand-in is pure.
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *Block) {
      auto *Operator = dyn_cast<BinaryOperator>(&I);
      std::optional<RowDivision> Row = Operator ? matchDivision(*Operator) : std::nullopt;
      if (!Row || !IsVarying(*Operator) || IsVarying(*Row->Divisor) || !isPure(*Row->Dividend) ||
          !isPure(*Row->Divisor))
        continue;
      auto *Owner = Function::Create(FunctionType::get(Type::getVoidTy(F.getContext()), I.getType(), false),
                                     GlobalValue::InternalLinkage);
      Owners.emplace_back(Owner);
      Argument *StandIn = Owner->getArg(0);
      StandIn->addAttr(Attribute::get(F.getContext(), Attribute::Range,
                                      ConstantRange(APInt::getZero(Row->limit().getBitWidth()), Row->limit())));
      I.replaceAllUsesWith(StandIn);
      StandIns[&I] = StandIn;
      Rows[StandIn] = Divisions.emplace_back(std::make_unique<RowDivision>(*Row)).get();
    }
}

RowDivisions::~RowDivisions() {
  for (auto &[Division, StandIn] : StandIns)
    if (!StandIn->use_empty())
      StandIn->replaceAllUsesWith(const_cast<Instruction *>(Division));
}

} // namespace syclfuse::fuser
