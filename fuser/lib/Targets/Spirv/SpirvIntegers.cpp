// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvIntegers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Whether it has a width that SPIR-V lacks.
bool isOdd(const Type *T) {
  return T->isIntegerTy() && T->getIntegerBitWidth() != 1 && T->getIntegerBitWidth() < 64 &&
         (T->getIntegerBitWidth() < 8 || !isPowerOf2_32(T->getIntegerBitWidth()));
}
bool concerns(const Instruction &I) {
  return isOdd(I.getType()) || any_of(I.operands(), [](const Use &U) { return isOdd(U->getType()); });
}

bool canWiden(const Instruction &I) {
  if (!all_of(I.operands(),
              [](const Use &U) { return !isOdd(U->getType()) || isa<Instruction, ConstantInt, UndefValue>(U); }))
    return false;
  switch (I.getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::Shl:
  case Instruction::LShr:
    return true;
  case Instruction::ICmp:
    return !cast<ICmpInst>(I).isSigned();
  default:
    return false;
  }
}

class Widening {
public:
  explicit Widening(Function &F) : F(F) {}

  void run() {
    // Definitions before their uses.
    for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
      for (Instruction &I : *BB)
        if (concerns(I))
          Old.push_back(&I);
    for (Instruction *I : Old)
      New[I] = rewrite(*I);
    for (Instruction *I : Old)
      if (auto *Phi = dyn_cast<PHINode>(I))
        for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K)
          cast<PHINode>(New[I])->addIncoming(wide(Phi->getIncomingValue(K)), Phi->getIncomingBlock(K));
    for (Instruction *I : reverse(Old)) {
      I->replaceAllUsesWith(isOdd(I->getType()) ? PoisonValue::get(I->getType()) : New[I]);
      I->eraseFromParent();
    }
  }

private:
  static Type *wide(Type *T) {
    return isOdd(T) ? IntegerType::get(T->getContext(), std::max<unsigned>(8, PowerOf2Ceil(T->getIntegerBitWidth())))
                    : T;
  }
  // What has no value is 0, so that the bits above are.
  Value *wide(Value *V) {
    if (!isOdd(V->getType()))
      return V;
    if (auto *C = dyn_cast<ConstantInt>(V))
      return ConstantInt::get(wide(V->getType()), C->getZExtValue());
    return isa<UndefValue>(V) ? ConstantInt::get(wide(V->getType()), 0) : New.lookup(V);
  }
  static Value *cut(IRBuilder<> &B, Value *V, Type *To) {
    return isOdd(To)
               ? B.CreateAnd(V, APInt::getLowBitsSet(V->getType()->getIntegerBitWidth(), To->getIntegerBitWidth()))
               : V;
  }

  Value *rewrite(Instruction &I) {
    IRBuilder<> B(&I);
    Type *T = I.getType();
    if (isa<PHINode>(I))
      return B.CreatePHI(wide(T), I.getNumOperands());
    Value *First = wide(I.getOperand(0));
    if (isa<TruncInst, ZExtInst>(I))
      return cut(B, B.CreateZExtOrTrunc(First, wide(T)), T);
    if (isa<FreezeInst>(I))
      return cut(B, B.CreateFreeze(First), T);
    Value *Second = wide(I.getOperand(1));
    if (isa<SelectInst>(I))
      return B.CreateSelect(First, Second, wide(I.getOperand(2)));
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      return B.CreateICmp(Compare->getPredicate(), First, Second);
    return cut(B, B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), First, Second), T);
  }

  Function &F;
  SmallVector<Instruction *, 0> Old;
  DenseMap<Value *, Value *> New;
};

} // namespace

void widenIntegers(Function &F) {
  const auto All = make_filter_range(instructions(F), concerns);
  if (All.empty() || !all_of(All, canWiden))
    return;
  removeUnreachableBlocks(F);
  Widening(F).run();
}

} // namespace syclfuse::fuser
