// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GuardedIds.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

class Guards {
public:
  Guards(IdRanges Before, ValueClasses &Classes, const LaunchSizes &Launch)
      : Classes(Classes), Launch(Launch), Found(std::move(Before)) {}

  void holds(Value *Condition, bool Taken, unsigned Depth = 0) {
    Value *A, *B;
    if (Depth == 8)
      return;
    if (match(Condition, m_Not(m_Value(A))))
      return holds(A, !Taken, Depth + 1);
    if (Taken ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
              : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
      holds(A, Taken, Depth + 1);
      return holds(B, Taken, Depth + 1);
    }
    if (auto *Freeze = dyn_cast<FreezeInst>(Condition))
      return holds(Freeze->getOperand(0), Taken, Depth + 1);
    auto *Compare = dyn_cast<ICmpInst>(Condition);
    if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy())
      return;
    const CmpInst::Predicate P = Taken ? Compare->getPredicate() : Compare->getInversePredicate();
    if (auto Right = number(Compare->getOperand(1)))
      narrow(Compare->getOperand(0), ConstantRange::makeExactICmpRegion(P, *Right), 0);
    if (auto Left = number(Compare->getOperand(0)))
      narrow(Compare->getOperand(1), ConstantRange::makeExactICmpRegion(ICmpInst::getSwappedPredicate(P), *Left), 0);
  }

  IdRanges take() { return std::move(Found); }

private:
  std::optional<APInt> number(Value *V) {
    if (auto *C = dyn_cast<ConstantInt>(V))
      return C->getValue();
    const auto Q = Classes.query(V);
    const auto Known = Q ? Launch.value(*Q) : std::nullopt;
    const unsigned Width = V->getType()->getIntegerBitWidth();
    return Known && isUIntN(std::min(Width, 64u), *Known) ? std::optional(APInt(Width, *Known)) : std::nullopt;
  }

  // V is one of Allowed.
  void narrow(Value *V, const ConstantRange &Allowed, unsigned Depth) {
    const APInt *C = nullptr;
    Value *X = nullptr;
    if (Depth == 4)
      return;
    if (match(V, m_Add(m_Value(X), m_APInt(C)))) // wraps as the value does
      return narrow(X, Allowed.subtract(*C), Depth + 1);
    auto Q = Classes.query(V);
    if (!Q && match(V, m_Trunc(m_Value(X))))
      Q = Classes.query(X);
    const auto R = Q ? Launch.range(*Q) : std::nullopt;
    const unsigned Width = Allowed.getBitWidth();
    if (!R || R->Min < 0 || Width > 64 || !isUIntN(Width, R->Max))
      return;
    auto *It = find_if(Found, [&](const auto &Entry) { return Entry.first == *Q; });
    const OffsetRange Before = It == Found.end() ? *R : It->second;
    const ConstantRange Left = ConstantRange::getNonEmpty(APInt(Width, Before.Min), APInt(Width, Before.Max) + 1)
                                   .intersectWith(Allowed, ConstantRange::Unsigned);
    if (Left.isEmptySet())
      return; // nobody gets there
    const OffsetRange Now{static_cast<int64_t>(Left.getUnsignedMin().getZExtValue()),
                          static_cast<int64_t>(Left.getUnsignedMax().getZExtValue())};
    const OffsetRange Both{std::max(Before.Min, Now.Min), std::min(Before.Max, Now.Max)};
    if (It == Found.end())
      Found.emplace_back(*Q, Both);
    else
      It->second = Both;
  }

  ValueClasses &Classes;
  const LaunchSizes &Launch;
  IdRanges Found;
};

} // namespace

GuardedIds::GuardedIds(Function &F, ValueClasses &Classes, const LaunchSizes &Launch)
    : Classes(Classes), Launch(Launch) {
  const DominatorTree Tree(F);
  for (const BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    std::optional<IdRanges> Ids;
    for (const BasicBlock *From : predecessors(BB)) {
      // Who comes back had these ids when he came first: an id is one number.
      if (Tree.dominates(BB, From))
        continue;
      // Of what comes from a block that is not yet known nothing is known.
      IdRanges More = Known.contains(From) ? on(*From, *BB) : IdRanges();
      Ids = Ids ? eitherOf(*Ids, More) : std::move(More);
    }
    Known[BB] = Ids.value_or(IdRanges());
  }
}

IdRanges GuardedIds::on(const BasicBlock &From, const BasicBlock &To) const {
  Guards G(at(From), Classes, Launch);
  auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  if (Branch && Branch->isConditional() && Branch->getSuccessor(0) != Branch->getSuccessor(1))
    G.holds(Branch->getCondition(), Branch->getSuccessor(0) == &To);
  return G.take();
}

IdRanges eitherOf(const IdRanges &A, const IdRanges &B) {
  IdRanges Out;
  for (const auto &[Q, R] : A)
    for (const auto &[Other, S] : B)
      if (Q == Other)
        Out.emplace_back(Q, OffsetRange{std::min(R.Min, S.Min), std::max(R.Max, S.Max)});
  return Out;
}

} // namespace syclfuse::fuser
