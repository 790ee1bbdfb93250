// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchIds.h"
#include "Analysis/Dialects/Builtins.h"
#include "Targets/Common/OwnIds.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// A copy at B of V, an own id, with divisions of 32 bits.
Value *copyNarrow(Value *V, IRBuilder<> &B, BasicBlock &Tail) {
  auto *I = dyn_cast<Instruction>(V);
  if (auto *Division = dyn_cast_or_null<BinaryOperator>(I); Division && Division->isIntDivRem()) {
    Value *X = B.CreateTrunc(copyNarrow(I->getOperand(0), B, Tail), B.getInt32Ty());
    Value *Y = B.CreateTrunc(copyNarrow(I->getOperand(1), B, Tail), B.getInt32Ty());
    return B.CreateZExt(B.CreateBinOp(Division->getOpcode(), X, Y), I->getType());
  }
  if (!I || I->getParent() != &Tail)
    return V;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand = copyNarrow(Operand, B, Tail);
  return B.Insert(Copy);
}

Instruction *firstOf(ArrayRef<OwnId> Ids) {
  Instruction *First = Ids.front().At;
  for (const OwnId &Id : Ids)
    if (Id.At->getParent() != First->getParent())
      return nullptr;
    else if (Id.At->comesBefore(First))
      First = Id.At;
  return First;
}

Value *idOfLaunch(IRBuilder<> &B, unsigned D) {
  return B.CreateSub(emitQueryCall(B, Builtin::GlobalId, D), emitQueryCall(B, Builtin::GlobalOffset, D));
}

void choose(ArrayRef<OwnId> Ids, const OwnRange &R, Function &Kernel) {
  Instruction *First = firstOf(Ids);
  if (!First)
    return;
  IRBuilder<> B(First);
  Value *AreSame = B.getTrue();
  for (unsigned D = 0; D + 1 < R.Dims; ++D)
    AreSame = B.CreateAnd(
        AreSame, B.CreateICmpEQ(Kernel.getArg(*R.Sizes[D].Argument), emitQueryCall(B, Builtin::GlobalSize, D)));
  Instruction *Same, *Divided;
  SplitBlockAndInsertIfThenElse(AreSame, First->getIterator(), &Same, &Divided);
  BasicBlock &Tail = *First->getParent();
  SmallVector<std::pair<Instruction *, PHINode *>, 3> Replacements;
  IRBuilder<> InSame(Same), InDivided(Divided), AtTail(&Tail, Tail.begin());
  for (const OwnId &Id : Ids) {
    PHINode *Either = AtTail.CreatePHI(Id.At->getType(), 2);
    Either->addIncoming(idOfLaunch(InSame, Id.Dimension), Same->getParent());
    Either->addIncoming(copyNarrow(Id.At, InDivided, Tail), Divided->getParent());
    Replacements.push_back({Id.At, Either});
  }
  for (auto [Old, New] : Replacements)
    Old->replaceAllUsesWith(New);
  for (auto &Replaced : Replacements)
    RecursivelyDeleteTriviallyDeadInstructions(Replaced.first);
}

} // namespace

void takeIdsOfLaunch(Function &Kernel, const LaunchShape &Shape) {
  for (const OwnRange &R : ownRanges(Kernel)) {
    if (R.Dims == 1 || R.Dims != Shape.Dims || R.isConstant())
      continue;
    SmallVector<OwnId, 8> Ids = findOwnIds(Kernel, R);
    erase_if(Ids, [](const OwnId &Id) { return !Id.At->getType()->isIntegerTy(64); });
    if (!Ids.empty())
      choose(Ids, R, Kernel);
  }
}

} // namespace syclfuse::fuser
