// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barrier regions (document 004): what a work-item does between two barriers, as functions of its own, so that all
// work-items of a group can finish one before the next begins.
#pragma once

#include "WorkItem.h"

namespace llvm {
class Type;
} // namespace llvm

namespace syclfuse::fuser {

struct BarrierRegions {
  // Region 0 begins at the kernel's start, region k after barrier k. Each takes the work-item function's parameters and
  // then one pointer per slot, to the work-item's own copy, and returns the number of the region to go on with, 0 at
  // the end.
  llvm::SmallVector<llvm::Function *, 4> Regions;
  llvm::SmallVector<llvm::Type *, 8> Slots; // what each work-item keeps across barriers
};

// Consumes Item.F. Values that live across a barrier are computed anew if that is cheap, else kept in slots. Private
// arrays are slots. Barriers may stand in loops and branches as long as all work-items of a group meet the same ones
// (SPIR-V 3.32.20).
BarrierRegions splitAtBarriers(WorkItemFunction &Item);

} // namespace syclfuse::fuser
