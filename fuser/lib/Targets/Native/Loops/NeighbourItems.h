// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The differences between one work-item and the next one in the innermost loop over work-items.
#pragma once

#include "Targets/Native/Groups/BarrierRegions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace syclfuse::fuser {

class NeighbourItems {
public:
  // F: Item.F, a copy of it, or a barrier region, which has more parameters: the addresses of Slots.
  NeighbourItems(const WorkItemFunction &Item, llvm::Function &F, const LaunchShape &Shape,
                 llvm::ArrayRef<RegionSlot> Slots = {});

  // V, of F, is Step bytes further for the next work-item.
  void addStep(llvm::Value *V, uint64_t Step) { Steps.push_back({V, Step}); }

  // The parameters that differ.
  const llvm::SmallPtrSet<const llvm::Value *, 8> &varying() const { return Varying; }

  // How many bytes Address, of F, is further for the next work-item; nothing if that is not a constant.
  std::optional<llvm::APInt> step(llvm::ScalarEvolution &SE, llvm::Value *Address) const;
  // The same if no number of fewer bits wraps around.
  std::optional<llvm::APInt> likelyStep(llvm::ScalarEvolution &SE, llvm::Value *Address) const;
  // The same between two neighbours for which no quotient of a number that counts up with them changes.
  std::optional<llvm::APInt> stepInRow(llvm::ScalarEvolution &SE, llvm::Value *Address) const;

private:
  bool isUneven(const llvm::SCEV *S) const;
  const llvm::SCEV *next(llvm::ScalarEvolution &SE, const llvm::SCEV *Here) const;

  llvm::SmallPtrSet<const llvm::Value *, 8> Varying;
  llvm::SmallVector<std::pair<llvm::Value *, uint64_t>, 8> Steps;
};

} // namespace syclfuse::fuser
