// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of what other work-items of an earlier kernel write, as in a blur in x and then in y: each becomes what that
// kernel computes for that work-item, computed again by the one that reads. Nothing else is exchanged then, and the
// kernels fit into one launch.
//
// A read is replaced if the analysis tells which work-item writes what it reads (ProducerItems.h), for each work-item
// that reads, or under conditions that a run checks, and if what this one computes is a function of its id, of
// arguments and of memory that no kernel writes from the producer up to the consumer (ElementFunctions.h). What the
// earlier kernel itself stores stays.
#pragma once

#include "Analysis/Addresses/AccessLaunch.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// What pays on a target.
struct RecomputationLimits {
  double MostGrowth = 8;    // of the instructions of the kernels
  bool NestedClamps = true; // at the border of a border; they are no vectors on a processor
};

// What the work-items of one kernel read of what others write in an earlier one, through one pointer.
struct RecomputedMemory {
  unsigned Producer = 0, Consumer = 0;
  unsigned Argument = 0; // of the fused kernel
  unsigned Elements = 0; // different ones that a work-item of Consumer computes again
  std::string WhyNot;    // for people; empty if they are computed again
  llvm::DebugLoc At;     // the first read
};

struct Recomputation {
  bool Done = false;
  std::vector<RecomputedMemory> Memory; // by consumer and producer
};

// F: a fused kernel right after fusion, of which checkDependences has not proven that work-items need nothing of each
// other. Barriers: these are between the kernels. Done if reads were replaced, so that it has to be asked again; calls
// of RunChecks.h say what is to be checked besides.
Recomputation recomputeProducers(llvm::Function &F, const AccessLaunch &Launch, bool Barriers,
                                 const RecomputationLimits &Limits);

// Nothing is computed again after all: of what would have been, Why says why.
void refuseAll(Recomputation &R, const llvm::Twine &Why);

// Remarks of `sycl-recomputation` on F: for each memory one that says how many elements are computed again, or a missed
// one that says why not. Kernels: of the region.
void remarkRecomputation(llvm::Function &F, llvm::ArrayRef<std::string> Kernels,
                         llvm::ArrayRef<RecomputedMemory> Memory);

} // namespace syclfuse::fuser
