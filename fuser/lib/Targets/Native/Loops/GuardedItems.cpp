// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GuardedItems.h"
#include "ItemBounds.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxCuts = 3, MaxConditions = 4;
// Every cut doubles the code: instructions of one cut's versions, and of more cuts'.
constexpr unsigned MaxSize = 4000, MaxVersionsSize = 512;

class Finder {
public:
  Finder(const WorkItemFunction &Item, Function &F, range_kind Range) : Item(Item), F(F), Range(Range) {}

  std::optional<GuardedItems> run() {
    unsigned Size = F.getInstructionCount();
    while (Allowed < MaxCuts && (2u << Allowed) * Size <= (Allowed ? MaxVersionsSize : MaxSize))
      ++Allowed;
    for (Instruction &I : instructions(F))
      if (auto *Compare = dyn_cast<ICmpInst>(&I); Compare && decidesBranch(I))
        note(*Compare);
    // Loops of the kernel are what strips are for (StripLoops.h), which need no cuts for neighbours.
    if (DominatorTree DT(F); LoopInfo(DT).empty())
      noteClamps();
    if (Found.Guards.empty())
      return std::nullopt;
    for (unsigned Mask = 0; Mask != 1u << Found.Cuts; ++Mask)
      Found.Versions.push_back(isPossible(Mask) ? makeVersion(Mask) : nullptr);
    return std::move(Found);
  }

private:
  // By itself or with other conditions.
  static bool decidesBranch(const Value &V, unsigned Depth = 0) {
    return any_of(V.users(), [&](const User *U) {
      return isa<BranchInst>(U) || (Depth != MaxConditions && isa<BinaryOperator, SelectInst>(U) &&
                                    U->getType()->isIntegerTy(1) && decidesBranch(*U, Depth + 1));
    });
  }

  std::optional<Builtin> idOf(const Value *V) const { return countingId(Item, V, Range); }

  void note(ICmpInst &Compare) {
    CmpInst::Predicate P = Compare.getPredicate();
    Value *X = Compare.getOperand(0), *Bound = Compare.getOperand(1);
    if (!idOf(X)) {
      std::swap(X, Bound);
      P = CmpInst::getSwappedPredicate(P);
    }
    std::optional<Builtin> Kind = idOf(X);
    if (!Kind || !isSharedByItems(Item, Bound))
      return;
    auto *C = dyn_cast<ConstantInt>(Bound);
    if (C && C->isZero() && CmpInst::isEquality(P)) {
      P = P == CmpInst::ICMP_EQ ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE;
      Bound = C = ConstantInt::get(C->getContext(), APInt(C->getBitWidth(), 1));
    }
    // Ids are below 2^62; a signed bound may be below 0.
    bool Signed = CmpInst::isSigned(P) && !(C && !C->isNegative());
    if (CmpInst::isSigned(P))
      P = ICmpInst::getFlippedSignednessPredicate(P);
    bool Inclusive = P == CmpInst::ICMP_ULE || P == CmpInst::ICMP_UGT;
    bool Below = P == CmpInst::ICMP_ULE || P == CmpInst::ICMP_ULT;
    if ((!Below && P != CmpInst::ICMP_UGT && P != CmpInst::ICMP_UGE) ||
        (C && (Signed || (Inclusive && C->isMinusOne()))))
      return;
    if (std::optional<unsigned> Number = guardFor(*Kind, Bound, Inclusive, Signed))
      GuardUses.push_back({&Compare, *Number, Below});
  }

  void noteClamps() {
    SmallVector<IntrinsicInst *, 4> Clamps; // bounds are made while they are noted
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && isClamp(*Call) && Call->getType()->isIntegerTy())
        Clamps.push_back(Call);
    for (IntrinsicInst *Call : Clamps)
      noteClamp(*Call);
  }

  static bool isClamp(const IntrinsicInst &Call) {
    return is_contained({Intrinsic::usub_sat, Intrinsic::umin, Intrinsic::umax}, Call.getIntrinsicID());
  }

  // The id in V = id + Distance, a constant that cannot make it wrap.
  Value *idIn(Value *V, uint64_t &Distance) const {
    Distance = 0;
    if (idOf(V))
      return V;
    auto *Sum = dyn_cast<BinaryOperator>(V);
    auto *C = Sum && Sum->getOpcode() == Instruction::Add ? dyn_cast<ConstantInt>(Sum->getOperand(1)) : nullptr;
    if (!C || C->getValue().getActiveBits() > 32 || !idOf(Sum->getOperand(0)))
      return nullptr;
    Distance = C->getZExtValue();
    return Sum->getOperand(0);
  }

  // What is compared is whether the id and its distance are below the other operand.
  void noteClamp(IntrinsicInst &Call) {
    uint64_t Distance = 0;
    unsigned IdAt = 0;
    Value *Id = idIn(Call.getArgOperand(0), Distance);
    if (!Id && Call.isCommutative()) {
      Id = idIn(Call.getArgOperand(1), Distance);
      IdAt = 1;
    }
    Value *Bound = Call.getArgOperand(1 - IdAt);
    if (!Id || Call.getType() != Id->getType() || !isSharedByItems(Item, Bound))
      return;
    if (Distance)
      Bound = IRBuilder<>(&Call).CreateBinaryIntrinsic(Intrinsic::usub_sat, Bound,
                                                       ConstantInt::get(Bound->getType(), Distance));
    if (std::optional<unsigned> Number = guardFor(*idOf(Id), Bound, false, false))
      GuardUses.push_back({&Call, *Number, true, IdAt});
  }

  std::optional<unsigned> guardFor(Builtin Kind, Value *Bound, bool Inclusive, bool Signed) {
    unsigned Number = 0;
    while (Number != Found.Guards.size() &&
           !(Found.Guards[Number].Kind == Kind && Found.Guards[Number].Bound == Bound &&
             Found.Guards[Number].Inclusive == Inclusive && Found.Guards[Number].Signed == Signed))
      ++Number;
    if (Number == Found.Guards.size()) {
      std::optional<unsigned> Cut = cutFor(*Bound);
      if (!Cut)
        return std::nullopt;
      Found.Guards.push_back({Kind, Bound, Inclusive, Signed, *Cut});
    }
    return Number;
  }

  std::optional<unsigned> cutFor(const Value &Bound) {
    const bool IsSize = isSharedByItems(Item, &Bound, true);
    if (IsSize && SizeCut)
      return SizeCut;
    if (Found.Cuts == Allowed)
      return std::nullopt;
    if (IsSize)
      SizeCut = Found.Cuts;
    return Found.Cuts++;
  }

  unsigned guardsOf(unsigned Cut) const {
    return count_if(Found.Guards, [&](const ItemGuard &G) { return G.Cut == Cut; });
  }

  // Not below one constant, but below a smaller one.
  bool isPossible(unsigned Mask) const {
    for (const ItemGuard &Below : Found.Guards)
      for (const ItemGuard &Above : Found.Guards) {
        auto *X = dyn_cast<ConstantInt>(Below.Bound), *Y = dyn_cast<ConstantInt>(Above.Bound);
        if ((Mask >> Below.Cut & 1) && !(Mask >> Above.Cut & 1) && X && Y && Below.Kind == Above.Kind &&
            X->getZExtValue() + Below.Inclusive <= Y->getZExtValue() + Above.Inclusive)
          return false;
      }
    return true;
  }

  Function *makeVersion(unsigned Mask) {
    ValueToValueMapTy Map;
    Function *Version = CloneFunction(&F, Map);
    Version->setLinkage(GlobalValue::InternalLinkage);
    SmallVector<WeakVH, 4> Copies;
    for (const GuardUse &Use : GuardUses)
      Copies.emplace_back(Map[Use.At]);
    for (auto [Use, At] : zip(GuardUses, Copies)) {
      unsigned Cut = Found.Guards[Use.Number].Cut;
      bool IsBelow = Mask >> Cut & 1;
      if (!IsBelow && guardsOf(Cut) > 1)
        continue;
      if (!At) // gone with the replacement of another one
        continue;
      auto *Copy = cast<Instruction>(&*At);
      replaceAndRecursivelySimplify(Copy, valueOf(Use, *Copy, IsBelow));
    }
    for (BasicBlock &BB : *Version)
      ConstantFoldTerminator(&BB, true);
    removeUnreachableBlocks(*Version);
    for (auto It = Version->begin(); It != Version->end();)
      MergeBlockIntoPredecessor(&*It++);
    return Version;
  }

  struct GuardUse {
    Instruction *At;   // a comparison, or a clamp
    unsigned Number;   // of the guard
    bool Below;        // comparison: true if the id is below
    unsigned IdAt = 0; // clamp: operand
  };

  // Of Copy, the copy of a use in a version.
  static Value *valueOf(const GuardUse &Use, Instruction &Copy, bool IsBelow) {
    auto *Clamp = dyn_cast<IntrinsicInst>(&Copy);
    if (!Clamp)
      return ConstantInt::getBool(Copy.getContext(), IsBelow == Use.Below);
    Value *Id = Clamp->getArgOperand(Use.IdAt), *Bound = Clamp->getArgOperand(1 - Use.IdAt);
    switch (Clamp->getIntrinsicID()) {
    case Intrinsic::umin:
      return IsBelow ? Id : Bound;
    case Intrinsic::umax:
      return IsBelow ? Bound : Id;
    default: // usub.sat
      return IsBelow ? Constant::getNullValue(Copy.getType()) : IRBuilder<>(&Copy).CreateSub(Id, Bound, "", true);
    }
  }

  const WorkItemFunction &Item;
  Function &F;
  const range_kind Range;
  GuardedItems Found;
  unsigned Allowed = 0; // cuts
  std::optional<unsigned> SizeCut;
  SmallVector<GuardUse, 4> GuardUses;
};

} // namespace

std::optional<GuardedItems> splitAtGuards(const WorkItemFunction &Item, Function &F, range_kind Kind) {
  return Finder(Item, F, Kind).run();
}

} // namespace syclfuse::fuser
