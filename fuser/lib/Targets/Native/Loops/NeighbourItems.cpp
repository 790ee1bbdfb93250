// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NeighbourItems.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

// The ids that differ between neighbours in dimension 0.
static bool isVaryingQuery(Builtin Kind, unsigned D, const LaunchShape &Shape) {
  switch (Kind) {
  case Builtin::GlobalId:
  case Builtin::LocalId:
    return D == 0;
  case Builtin::GroupId:
    return D == 0 && Shape.Kind != range_kind::nd_range;
  case Builtin::GlobalLinearId:
  case Builtin::LocalLinearId:
  case Builtin::SubGroupId:
  case Builtin::SubGroupLocalId:
  case Builtin::SubGroupSize:
    return true;
  default:
    return false;
  }
}

NeighbourItems::NeighbourItems(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape,
                               ArrayRef<RegionSlot> Slots) {
  for (auto [N, Query] : enumerate(Item.Queries))
    if (isVaryingQuery(Query.first, Query.second, Shape)) {
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

std::optional<APInt> NeighbourItems::step(ScalarEvolution &SE, Value *Address) const {
  ValueToSCEVMapTy Next;
  for (auto [A, Step] : Steps) {
    const SCEV *S = SE.getSCEV(A);
    Next[A] = SE.getAddExpr(S, SE.getConstant(SE.getEffectiveSCEVType(S->getType()), Step));
  }
  const SCEV *Here = SE.getSCEV(Address);
  auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(SCEVParameterRewriter::rewrite(Here, SE, Next), Here));
  return Distance ? std::optional(Distance->getAPInt()) : std::nullopt;
}

} // namespace syclfuse::fuser
