// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CarriesOfLargeBlocks.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

constexpr size_t LargeBlock = 1000; // instructions

// Computed is the sum or difference whose carry Asked wants; one that is an xor stands for a sum that nobody needs.
struct Carry {
  Intrinsic::ID Kind = Intrinsic::not_intrinsic;
  Value *Left = nullptr, *Right = nullptr;
  BinaryOperator *Computed = nullptr;
};

// Not by the users of a constant, which all functions share.
Value *differenceOf(Value *Left, Value *Right) {
  for (User *U : (isa<Constant>(Left) ? Right : Left)->users())
    if (match(U, m_Sub(m_Specific(Left), m_Specific(Right))))
      return U;
  return nullptr;
}

std::optional<Carry> carryOf(ICmpInst &Asked) {
  if (!Asked.getOperand(0)->getType()->isIntegerTy() || Asked.getOperand(0)->getType()->getIntegerBitWidth() > 64 ||
      !Asked.isUnsigned() || Asked.isNonStrictPredicate() || all_of(Asked.operands(), IsaPred<Constant>))
    return std::nullopt;
  Carry Found;
  if (match(&Asked, m_UAddWithOverflow(m_Value(Found.Left), m_Value(Found.Right), m_BinOp(Found.Computed)))) {
    Found.Kind = Intrinsic::uadd_with_overflow;
  } else {
    Found.Kind = Intrinsic::usub_with_overflow;
    Found.Left = Asked.getOperand(Asked.getPredicate() == ICmpInst::ICMP_ULT ? 0 : 1);
    Found.Right = Asked.getOperand(Asked.getPredicate() == ICmpInst::ICMP_ULT ? 1 : 0);
    Found.Computed = dyn_cast_or_null<BinaryOperator>(differenceOf(Found.Left, Found.Right));
  }
  if (!Found.Computed || Found.Computed->getParent() != Asked.getParent())
    return std::nullopt;
  return Found;
}

// Numbers of what was there before the first change: comesBefore() would number the block again after each.
using Order = DenseMap<const Instruction *, unsigned>;

void form(ICmpInst &Asked, const Carry &Of, const Order &Numbers) {
  const bool HasSum = Of.Computed->getOpcode() != Instruction::Xor;
  const bool SumFirst = HasSum && Numbers.lookup(Of.Computed) < Numbers.lookup(&Asked);
  IRBuilder<> B(SumFirst ? static_cast<Instruction *>(Of.Computed) : &Asked);
  Value *Both = B.CreateBinaryIntrinsic(Of.Kind, Of.Left, Of.Right);
  if (HasSum)
    Of.Computed->replaceAllUsesWith(B.CreateExtractValue(Both, 0));
  Asked.replaceAllUsesWith(B.CreateExtractValue(Both, 1));
  Asked.eraseFromParent();
  Of.Computed->eraseFromParent();
}

} // namespace

void formCarries(Module &M) {
  SmallVector<ICmpInst *, 0> Comparisons;
  Order Numbers;
  for (Function &F : M)
    for (BasicBlock &BB : F)
      if (BB.size() > LargeBlock)
        for (Instruction &I : BB) {
          if (isa<ICmpInst, BinaryOperator>(I))
            Numbers.try_emplace(&I, Numbers.size());
          if (auto *Asked = dyn_cast<ICmpInst>(&I))
            Comparisons.push_back(Asked);
        }
  for (ICmpInst *Asked : Comparisons)
    if (std::optional<Carry> Of = carryOf(*Asked))
      form(*Asked, *Of, Numbers);
}

} // namespace syclfuse::fuser
