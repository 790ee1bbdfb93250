// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of a kernel that all work-items run the same number of times: a strip of work-items runs them together, turn by
// turn, so that the loop over work-items is innermost and can be vectorized. Work-items do not wait for each other
// between barriers, so any order among them is right. What a work-item keeps from one block to the next lies in an
// array over the strip, which becomes vector registers; arrays of the work-item lie there too (PrivateArrays.h).
#pragma once

#include "StripRows.h"
#include "Targets/Native/Groups/BarrierRegions.h"
#include "Targets/Native/Groups/Uniformity.h"
#include "WriteOnlyArguments.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class BasicBlock;
class Instruction;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// An array over a strip, of a value that each work-item has: a variable, or elements one after the other.
struct StripSlot {
  llvm::Type *T = nullptr;
  uint64_t Count = 1;
  std::optional<unsigned> Kept = {}; // the slot of the region where each work-item's are before the strip and behind it
};

struct StripPlan {
  // Work-items: fewer if rows of work-groups are shorter or each keeps much, more if these read memory together.
  unsigned Size = 0;
  // Each work-item computes with scalars, and waits for itself in each turn, not for the others: few together.
  bool IsScalar = false;
  unsigned Rest = 0; // work-items of strips behind those; 0: each that is left runs by itself
  // A copy of the work-item function. Its control flow and the instructions in Uniform are the same for all work-items
  // of a strip and run once; Segments has, for each block, the rest of it as a function: (the work-item function's
  // parameters, the uniform values in Passed, the addresses of the slots).
  llvm::Function *Skeleton = nullptr;
  llvm::SetVector<llvm::Instruction *> Uniform, Passed;
  llvm::MapVector<llvm::BasicBlock *, llvm::Function *> Segments; // only blocks that have something to do
  llvm::SmallVector<StripSlot, 8> Slots;
  // By segment, where it divides numbers of elements.
  llvm::MapVector<llvm::Function *, StripRows> Divided;
  // All functions that are called.
  llvm::SmallVector<llvm::Function *, 8> functions() const;
  // The arguments to which segments in loops only store: adjacent elements that fill cache lines, others in each turn.
  llvm::MapVector<llvm::Function *, llvm::SmallVector<WriteOnlyArgument, 2>> Outputs;
  // Blocks that each work-item runs for itself. A detour is one segment, that of its head.
  std::vector<Detour> Detours;

  const Detour *detourOf(const llvm::BasicBlock *Block) const;
};

// F is Item.F or a barrier region of it with the given slots. Nothing if it has no such loop, if it branches by values
// of the work-item that rows do not answer (StripRows.h), or if the accesses in its innermost loops are not to
// neighbouring elements for neighbouring work-items; but loops that add up floating-point numbers may load from
// anywhere.
std::optional<StripPlan> planStrips(const WorkItemFunction &Item, llvm::Function &F, const LaunchShape &Shape,
                                    llvm::ArrayRef<RegionSlot> Slots = {});

void erase(StripPlan &Plan);

} // namespace syclfuse::fuser
