// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that each work-item has for itself. Where a strip of work-items runs a loop together (StripLoops.h), element k
// of all of them must lie side by side to be loaded as a vector: the strip has one array for them all, element by
// element and in each work-item by work-item.
#pragma once

#include "Targets/Native/Groups/BarrierRegions.h"

#include <optional>

namespace llvm {
class AllocaInst;
} // namespace llvm

namespace syclfuse::fuser {

// An array of which all accesses are of one size, at multiples of it.
struct PrivateArray {
  llvm::Value *Base = nullptr;       // a variable of the function, or the parameter with a slot's address
  std::optional<unsigned> Slot = {}; // of a region: kept across barriers
  llvm::Type *Element = nullptr;
  uint64_t Count = 0;
  llvm::SmallVector<llvm::Instruction *, 16> Accesses; // loads and stores
  llvm::SmallVector<llvm::Instruction *, 4> Fills;     // memset
  llvm::SmallVector<llvm::Instruction *, 8> Others;    // address computations and lifetime markers
};

// Small arrays become scalars where LLVM unrolls the loops over them, as it would do later. Nothing to do if F has no
// variables.
void unrollArrays(llvm::Function &F);

// The variables of F, a region with the given slots if there are any, and the slots of more than one element that its
// innermost loops use. Nothing if a variable is used in another way. No slots, and nothing if there are variables,
// where all of those loops go along the arrays: that makes vectors without other work-items.
std::optional<llvm::SmallVector<PrivateArray, 4>> findPrivateArrays(llvm::Function &F,
                                                                    llvm::ArrayRef<RegionSlot> Slots);

// Puts Size elements in the place of each. Returns a variable that stands for the first work-item's element 0; the one
// of the next work-item is one element further.
llvm::AllocaInst *interleave(const PrivateArray &Array, unsigned Size);

} // namespace syclfuse::fuser
