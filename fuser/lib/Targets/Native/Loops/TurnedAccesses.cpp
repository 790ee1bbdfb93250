// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TurnedAccesses.h"
#include "NeighbourItems.h"
#include "Support/AnalysisManagers.h"
#include "WriteOnlyArguments.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace syclfuse::fuser {

SmallVector<Value *, 2> findTurnedAccesses(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape) {
  SmallVector<Value *, 2> Found;
  if (Shape.Kind == range_kind::nd_range || Shape.Dims < 2)
    return Found;
  FunctionAnalyses Analyses(F);
  NeighbourItems Neighbours(Item, F, Shape);
  for (Instruction &I : instructions(F)) {
    Value *Address = getLoadStorePointerOperand(&I);
    if (!Address || !isAddressTree(Address))
      continue;
    const std::optional<APInt> Step = Neighbours.likelyStep(Analyses.SE, Address);
    if (!Step || (!Step->isZero() && Step->countr_zero() >= Log2_64(ColumnDistance)))
      Found.push_back(Address);
  }
  return Found;
}

} // namespace syclfuse::fuser
