// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SealStoredValues.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// What passes on the value of an operand, so that the optimizer looks through it.
bool passesOn(const Instruction &I) {
  return isa<PHINode, SelectInst, CastInst, FreezeInst, InsertElementInst, ExtractElementInst, ShuffleVectorInst,
             InsertValueInst, ExtractValueInst>(I) ||
         I.getOpcode() == Instruction::FNeg;
}

// The instructions whose results are stored, seen through what passes them on, in the order they are found.
SmallSetVector<Instruction *, 16> findStored(Function &F) {
  SmallSetVector<Instruction *, 16> Found;
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I))
      if (auto *Value = dyn_cast<Instruction>(Store->getValueOperand()))
        Found.insert(Value);
  for (unsigned Next = 0; Next < Found.size(); ++Next)
    if (passesOn(*Found[Next]))
      for (Value *Op : Found[Next]->operands())
        if (auto *I = dyn_cast<Instruction>(Op))
          Found.insert(I);
  return Found;
}

bool contractable(const Value *V, unsigned Opcode) {
  const auto *I = dyn_cast<Instruction>(V);
  return I && I->getOpcode() == Opcode && I->hasAllowContract();
}

// Replaces a*b+c, a*b-c or c-a*b by llvm.fmuladd. False if Sum is none of them, or the product is needed by itself.
bool contract(Instruction &Sum) {
  const bool Subtract = contractable(&Sum, Instruction::FSub);
  if (!Subtract && !contractable(&Sum, Instruction::FAdd))
    return false;
  for (unsigned Op : {0u, 1u}) {
    if (!contractable(Sum.getOperand(Op), Instruction::FMul) || !Sum.getOperand(Op)->hasOneUse())
      continue;
    auto *Product = cast<Instruction>(Sum.getOperand(Op));
    IRBuilder<> B(&Sum);
    Value *A = Product->getOperand(0), *Other = Sum.getOperand(1 - Op);
    if (Subtract)
      (Op == 0 ? Other : A) = B.CreateFNeg(Op == 0 ? Other : A);
    Value *Contracted = B.CreateIntrinsic(Intrinsic::fmuladd, {Sum.getType()}, {A, Product->getOperand(1), Other});
    Sum.replaceAllUsesWith(Contracted);
    Sum.eraseFromParent();
    Product->eraseFromParent();
    return true;
  }
  return false;
}

} // namespace

void sealStoredValues(Function &F) {
  for (Instruction *I : findStored(F)) {
    if (!isa<FPMathOperator>(I))
      continue;
    if (contract(*I))
      continue;
    I->setHasAllowContract(false);
    I->setHasAllowReassoc(false);
    I->setHasAllowReciprocal(false);
  }
}

} // namespace syclfuse::fuser
