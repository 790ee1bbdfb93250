// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GuardedItems.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxCuts = 3, MaxBoundTree = 8, MaxConditions = 4;
// Every cut doubles the code: instructions of one cut's versions, and of more cuts'.
constexpr unsigned MaxSize = 4000, MaxVersionsSize = 512;

class Finder {
public:
  explicit Finder(const WorkItemFunction &Item) : Item(Item) {}

  std::optional<GuardedItems> run() {
    unsigned Size = Item.F->getInstructionCount();
    while (Allowed < MaxCuts && (2u << Allowed) * Size <= (Allowed ? MaxVersionsSize : MaxSize))
      ++Allowed;
    for (Instruction &I : instructions(*Item.F))
      if (auto *Compare = dyn_cast<ICmpInst>(&I); Compare && decidesBranch(I))
        note(*Compare);
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

  std::optional<Builtin> idOf(const Value *V) const {
    auto *A = dyn_cast<Argument>(V);
    if (!A || A->getArgNo() < Item.KernelArguments || A->getArgNo() >= Item.KernelArguments + Item.Queries.size())
      return std::nullopt;
    auto [Kind, D] = Item.Queries[A->getArgNo() - Item.KernelArguments];
    bool Known = Kind == Builtin::GlobalLinearId || (Kind == Builtin::GlobalId && D == 0);
    return Known ? std::optional(Kind) : std::nullopt;
  }

  // Constants and what is computed from the kernel's arguments; OnlySizes: of the launch.
  bool isBound(const Value *V, unsigned &Left, bool OnlySizes) const {
    if (auto *A = dyn_cast<Argument>(V))
      return A->getArgNo() < Item.KernelArguments && (!OnlySizes || Item.LaunchSizes[A->getArgNo()]);
    if (isa<ConstantInt>(V))
      return !OnlySizes;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Left-- == 0 || !isa<BinaryOperator, CastInst>(I) || I->isIntDivRem() || !I->getType()->isIntegerTy())
      return false;
    return all_of(I->operands(), [&](const Use &U) { return isBound(U.get(), Left, OnlySizes); });
  }

  void note(ICmpInst &Compare) {
    CmpInst::Predicate P = Compare.getPredicate();
    Value *X = Compare.getOperand(0), *Bound = Compare.getOperand(1);
    if (!idOf(X)) {
      std::swap(X, Bound);
      P = CmpInst::getSwappedPredicate(P);
    }
    std::optional<Builtin> Kind = idOf(X);
    unsigned Left = MaxBoundTree;
    if (!Kind || !isBound(Bound, Left, false))
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
    if ((!Below && P != CmpInst::ICMP_UGT && P != CmpInst::ICMP_UGE) || (C && (Signed || (Inclusive && C->isMinusOne()))))
      return;
    unsigned Number = 0;
    while (Number != Found.Guards.size() &&
           !(Found.Guards[Number].Kind == *Kind && Found.Guards[Number].Bound == Bound &&
             Found.Guards[Number].Inclusive == Inclusive && Found.Guards[Number].Signed == Signed))
      ++Number;
    if (Number == Found.Guards.size()) {
      std::optional<unsigned> Cut = cutFor(*Bound);
      if (!Cut)
        return;
      Found.Guards.push_back({*Kind, Bound, Inclusive, Signed, *Cut});
    }
    Compares.push_back({&Compare, Number, Below});
  }

  std::optional<unsigned> cutFor(const Value &Bound) {
    unsigned Left = MaxBoundTree;
    bool IsSize = isBound(&Bound, Left, true);
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
    Function *F = CloneFunction(Item.F, Map);
    F->setLinkage(GlobalValue::InternalLinkage);
    for (auto [Compare, Number, Below] : Compares) {
      unsigned Cut = Found.Guards[Number].Cut;
      bool IsBelow = Mask >> Cut & 1;
      if (!IsBelow && guardsOf(Cut) > 1)
        continue;
      auto *Copy = cast<Instruction>(Map[Compare]);
      replaceAndRecursivelySimplify(Copy, ConstantInt::getBool(F->getContext(), IsBelow == Below));
    }
    for (BasicBlock &BB : *F)
      ConstantFoldTerminator(&BB, true);
    removeUnreachableBlocks(*F);
    for (auto It = F->begin(); It != F->end();)
      MergeBlockIntoPredecessor(&*It++);
    return F;
  }

  struct GuardUse {
    ICmpInst *Compare;
    unsigned Number;
    bool Below;
  };
  const WorkItemFunction &Item;
  GuardedItems Found;
  unsigned Allowed = 0; // cuts
  std::optional<unsigned> SizeCut;
  SmallVector<GuardUse, 4> Compares;
};

} // namespace

std::optional<GuardedItems> splitAtGuards(const WorkItemFunction &Item) { return Finder(Item).run(); }

} // namespace syclfuse::fuser
