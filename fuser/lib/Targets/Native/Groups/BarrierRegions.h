// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barrier regions: the code of a work-item between two barriers becomes a function of its own, so that all work-items
// of a group can finish one before the next begins.
#pragma once

#include "GroupFunctions.h"

namespace llvm {
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// A value that is kept across boundaries: by each work-item, or once for a group.
struct RegionSlot {
  enum class Scope { WorkItem, SubGroup, WorkGroup };
  llvm::Type *T = nullptr;
  Scope Of = Scope::WorkItem;
  bool IsCaptured = false; // its address is kept somewhere
};

// Of a parameter of a region: what it points to is the same for all work-items of a group, and stays as it is until
// all have run the region.
constexpr llvm::StringLiteral KeptOnceAttribute = "sycl-fuse-kept-once";

struct BarrierRegions {
  // Region 0 begins at the kernel's start, region k after barrier k. Each takes the work-item function's parameters and
  // then one pointer per slot, to the work-item's or its group's copy, and returns the number of the region to go on
  // with, 0 at the end.
  llvm::SmallVector<llvm::Function *, 4> Regions;
  llvm::SmallVector<RegionSlot, 8> Slots;
  // Pairs of slots for a value that all work-items of a group compute: the first has what it was before a region, the
  // second gets what it is behind it, and is copied to the first before the next region.
  // The first one's parameter of a region has KeptOnceAttribute.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 4> Carried;
  // Boundaries[k - 1] is the boundary before region k: the collective operation, and the slots of its operands.
  struct Boundary {
    Collective What;
    llvm::SmallVector<unsigned, 3> Slots;
  };
  llvm::SmallVector<Boundary, 4> Boundaries;
  // True if work-items may wait at different boundaries, or have left: each knows where it is, and a region does
  // nothing for those that are elsewhere but to return that.
  bool Diverge = false;

  // Numbers that the region returns, in ascending order. Not with Diverge, where it may be any.
  llvm::SmallVector<unsigned, 4> after(unsigned Region) const;

  // True if the regions follow each other in their order, whatever the values.
  bool areInSequence() const;
};

// Consumes Item.F. Values that live across a boundary are computed anew if that is cheap, else kept in slots. Private
// arrays are slots, and so are the results of group functions. Boundaries may stand in loops and branches as long as
// all work-items of a group (of a sub-group, for those of sub-groups) meet the same ones (SPIR-V 3.32.20), or Diverge
// is given. SF4004 for stack variables whose size or number is known at run time only.
llvm::Expected<BarrierRegions> splitAtBarriers(WorkItemFunction &Item, llvm::ArrayRef<GroupBoundary> Boundaries,
                                               bool Diverge);

} // namespace syclfuse::fuser
