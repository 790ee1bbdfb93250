// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with unlike ranges in one launch: in one loop, ids would be divisions in each work-item, and a condition of
// each kernel would keep the others from being vectorized. Kernels that have nothing in common: one loop would have all
// of their streams of memory at once. Each part gets a loop nest of its own instead, over its own range and with the
// ids of it, as if it ran by itself.
#pragma once

#include "Targets/Common/OwnIds.h"

#include "llvm/ADT/SmallBitVector.h"

namespace syclfuse::fuser {

// Some consecutive kernels of a fused one.
struct KernelPart {
  llvm::Function *F = nullptr; // a kernel with the parameters of the fused one
  LaunchShape Shape;
  // By kernel; they differ in the slowest size at most, and F's ids are those of such a range. Empty: F has the ids and
  // the guards of the launch.
  llvm::SmallVector<OwnRange, 2> Ranges;
};

// The parts of Kernel, which is for a plain range; it stays. Kernels are apart where linear ids become ids in another
// way, or where they have the same ids and no memory in common, unless a value goes from one to the other in a
// register. Empty: there is one part only.
llvm::SmallVector<KernelPart, 4> splitKernels(llvm::Function &Kernel, const LaunchShape &Shape);

// By part: the arguments that others use, but not those that others only store to, over ranges of fewer dimensions, as
// kernels do that set the borders of what this part has written.
llvm::SmallVector<llvm::SmallBitVector, 4> argumentsUsedElsewhere(llvm::ArrayRef<KernelPart> Parts);

// True if two of them use one argument's memory.
bool shareMemory(llvm::ArrayRef<KernelPart> Parts);

// An entry that runs all parts, whose entries are given: if they ShareMemory for one strip of work-items after the
// other, so that what a part leaves in memory is in the cache for the next one; else one part after the other.
llvm::Function *emitEntryOfParts(llvm::StringRef Name, llvm::ArrayRef<KernelPart> Parts,
                                 llvm::ArrayRef<llvm::Function *> Entries, bool ShareMemory);

} // namespace syclfuse::fuser
