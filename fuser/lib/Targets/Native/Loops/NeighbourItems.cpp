// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NeighbourItems.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

// The ids that differ between neighbours in dimension 0.
static bool isVaryingQuery(Builtin Kind, unsigned D, const LaunchShape &Shape, bool BySubGroups) {
  switch (Kind) {
  case Builtin::GlobalId:
  case Builtin::LocalId:
    return D == 0;
  case Builtin::GroupId:
    return D == 0 && Shape.Kind != range_kind::nd_range;
  case Builtin::GlobalLinearId:
  case Builtin::LocalLinearId:
  case Builtin::SubGroupLocalId:
    return true;
  case Builtin::SubGroupId:
  case Builtin::SubGroupSize:
    return !BySubGroups;
  default:
    return false;
  }
}

NeighbourItems::NeighbourItems(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape,
                               ArrayRef<RegionSlot> Slots) {
  for (auto [N, Query] : enumerate(Item.Queries))
    if (isVaryingQuery(Query.first, Query.second, Shape, Item.SubGroupSize)) {
      Argument *A = F.getArg(Item.KernelArguments + N);
      Varying.insert(A);
      // Those of sub-groups are one further mostly, which is good enough to judge what pays.
      Steps.push_back({A, 1});
    }
  for (auto [N, Slot] : enumerate(Slots)) {
    if (Slot.Of != RegionSlot::Scope::WorkItem)
      continue; // sub-groups run one after the other
    Argument *A = F.getArg(F.arg_size() - Slots.size() + N);
    Varying.insert(A);
    Steps.push_back({A, F.getDataLayout().getTypeAllocSize(Slot.T)});
  }
}

// Whether S has a part that differs between neighbours in a way that SCEV has no words for, as `id ^ 5`. What is frozen
// does not count: StridedTurns.h means the first work-item's with it.
bool NeighbourItems::isUneven(const SCEV *S) const {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    if (!Unknown || !isa<Instruction>(Unknown->getValue()))
      return false;
    SmallPtrSet<const Value *, 16> Seen;
    SmallVector<const Value *, 16> Work{Unknown->getValue()};
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val();
      if (Varying.contains(V))
        return true;
      if (isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, IntrinsicInst>(V) &&
          Seen.insert(V).second)
        append_range(Work, cast<Instruction>(V)->operands());
    }
    return false;
  });
}

// Of Here, for the next work-item.
const SCEV *NeighbourItems::next(ScalarEvolution &SE, const SCEV *Here) const {
  ValueToSCEVMapTy Next;
  for (auto [A, Step] : Steps) {
    const SCEV *S = SE.getSCEV(A);
    Next[A] = SE.getAddExpr(S, SE.getConstant(SE.getEffectiveSCEVType(S->getType()), Step));
  }
  return SCEVParameterRewriter::rewrite(Here, SE, Next);
}

static std::optional<APInt> distance(ScalarEvolution &SE, const SCEV *From, const SCEV *To) {
  auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(To, From));
  return Distance ? std::optional(Distance->getAPInt()) : std::nullopt;
}

std::optional<APInt> NeighbourItems::step(ScalarEvolution &SE, Value *Address) const {
  const SCEV *Here = SE.getSCEV(Address);
  return isUneven(Here) ? std::nullopt : distance(SE, Here, next(SE, Here));
}

// Extends what a number is made of in place of the number.
class WithoutWrapping : public SCEVRewriteVisitor<WithoutWrapping> {
public:
  explicit WithoutWrapping(ScalarEvolution &SE) : SCEVRewriteVisitor(SE) {}
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *E) { return extended(*E, true); }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *E) { return extended(*E, false); }

private:
  const SCEV *extended(const SCEVCastExpr &E, bool Signed) {
    return extend(visit(E.getOperand()), E.getType(), Signed);
  }
  const SCEV *extend(const SCEV *S, Type *T, bool Signed) {
    SmallVector<const SCEV *, 4> Parts;
    if (auto *Trunc = dyn_cast<SCEVTruncateExpr>(S); Trunc && Trunc->getOperand()->getType() == T)
      return Trunc->getOperand();
    if (isa<SCEVAddExpr, SCEVMulExpr>(S)) {
      for (const SCEV *Part : S->operands())
        Parts.push_back(extend(Part, T, Signed));
      return isa<SCEVAddExpr>(S) ? SE.getAddExpr(Parts) : SE.getMulExpr(Parts);
    }
    if (auto *Counter = dyn_cast<SCEVAddRecExpr>(S)) {
      for (const SCEV *Part : Counter->operands())
        Parts.push_back(extend(Part, T, Signed));
      return SE.getAddRecExpr(Parts, Counter->getLoop(), SCEV::FlagAnyWrap);
    }
    return Signed ? SE.getSignExtendExpr(S, T) : SE.getZeroExtendExpr(S, T);
  }
};

std::optional<APInt> NeighbourItems::likelyStep(ScalarEvolution &SE, Value *Address) const {
  const SCEV *Here = SE.getSCEV(Address);
  if (isUneven(Here))
    return std::nullopt;
  return distance(SE, WithoutWrapping(SE).visit(Here), WithoutWrapping(SE).visit(next(SE, Here)));
}

// Numbers without their quotients, which add nothing to the distance of two neighbours in a row.
class WithoutQuotients : public SCEVRewriteVisitor<WithoutQuotients> {
public:
  WithoutQuotients(ScalarEvolution &SE, function_ref<bool(const SCEV *)> CountsUp)
      : SCEVRewriteVisitor(SE), CountsUp(CountsUp) {}
  const SCEV *visitUDivExpr(const SCEVUDivExpr *E) {
    return CountsUp(E->getLHS()) ? SE.getZero(E->getType()) : SCEVRewriteVisitor::visitUDivExpr(E);
  }

private:
  function_ref<bool(const SCEV *)> CountsUp;
};

std::optional<APInt> NeighbourItems::stepInRow(ScalarEvolution &SE, Value *Address) const {
  const SCEV *Here = SE.getSCEV(Address);
  if (isUneven(Here))
    return std::nullopt;
  Here = WithoutWrapping(SE).visit(Here);
  Here = WithoutQuotients(SE, [&](const SCEV *S) {
           std::optional<APInt> Step = distance(SE, S, next(SE, S));
           return Step && Step->isOne();
         }).visit(Here);
  return distance(SE, Here, next(SE, Here));
}

} // namespace syclfuse::fuser
