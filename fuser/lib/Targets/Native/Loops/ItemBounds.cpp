// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ItemBounds.h"
#include "Targets/Native/Groups/BarrierRegions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace syclfuse::fuser {

constexpr unsigned MaxTree = 8; // instructions

std::optional<Builtin> countingId(const WorkItemFunction &Item, const Value *V, range_kind Range) {
  auto *A = dyn_cast<Argument>(V);
  if (!A || A->getArgNo() < Item.KernelArguments || A->getArgNo() >= Item.KernelArguments + Item.Queries.size())
    return std::nullopt;
  auto [Kind, D] = Item.Queries[A->getArgNo() - Item.KernelArguments];
  const bool Counts = Kind == Builtin::GlobalLinearId || (Kind == Builtin::GlobalId && D == 0) ||
                      (Kind == Builtin::LocalId && D == 0 && Range == range_kind::nd_range) ||
                      (Kind == Builtin::LocalLinearId && (Item.RowLength || Item.SubGroupSize)) ||
                      (Kind == Builtin::SubGroupLocalId && Item.SubGroupSize) ||
                      (Kind == Builtin::GroupId && D == 0 && Range != range_kind::nd_range);
  return Counts ? std::optional(Kind) : std::nullopt;
}

static bool isShared(const WorkItemFunction &Item, const Value *V, bool OnlySizes, unsigned &Left) {
  if (auto *A = dyn_cast<Argument>(V)) {
    const unsigned Query = A->getArgNo() - Item.KernelArguments;
    if (A->getArgNo() < Item.KernelArguments)
      return !OnlySizes || Item.LaunchSizes[A->getArgNo()];
    return !OnlySizes && Query < Item.Queries.size() && isSizeOfLaunch(Item.Queries[Query].first);
  }
  if (isa<ConstantInt>(V))
    return !OnlySizes;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Left == 0 || !I->getType()->isIntegerTy())
    return false;
  --Left;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    auto *A = dyn_cast<Argument>(Load->getPointerOperand());
    return !OnlySizes && A && A->getParent()->getAttributes().hasParamAttr(A->getArgNo(), KeptOnceAttribute);
  }
  auto *Call = dyn_cast<IntrinsicInst>(I);
  if (Call ? Call->getIntrinsicID() != Intrinsic::usub_sat : !isa<BinaryOperator, CastInst, FreezeInst>(I))
    return false;
  return isSafeToSpeculativelyExecute(I) && all_of(Call ? Call->args() : I->operands(), [&](const Use &U) {
           return isShared(Item, U.get(), OnlySizes, Left);
         });
}

bool isSharedByItems(const WorkItemFunction &Item, const Value *V, bool OnlySizes) {
  unsigned Left = MaxTree;
  return isShared(Item, V, OnlySizes, Left);
}

// Bounds are trees of a few instructions, each made where it was needed.
bool isSameShared(const Value *X, const Value *Y, unsigned Depth) {
  if (X == Y)
    return true;
  auto *I = dyn_cast_or_null<Instruction>(X), *J = dyn_cast_or_null<Instruction>(Y);
  if (!I || !J || !I->isSameOperationAs(J) || I->mayReadOrWriteMemory() || isa<PHINode>(I))
    return I && J && I->isIdenticalTo(J);
  return Depth != MaxTree && all_of(zip_equal(I->operands(), J->operands()), [&](const auto &Operands) {
           return isSameShared(std::get<0>(Operands).get(), std::get<1>(Operands).get(), Depth + 1);
         });
}

} // namespace syclfuse::fuser
