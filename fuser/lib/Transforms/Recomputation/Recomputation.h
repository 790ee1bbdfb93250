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

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// What pays on a target.
struct RecomputationLimits {
  double MostGrowth = 8;    // of the instructions of the kernels
  bool NestedClamps = true; // at the border of a border; they are no vectors on a processor
};

// F: a fused kernel right after fusion, of which checkDependences has not proven that work-items need nothing of each
// other. Barriers: these are between the kernels. True if reads were replaced, so that it has to be asked again; calls
// of RunChecks.h say what is to be checked besides.
bool recomputeProducers(llvm::Function &F, const AccessLaunch &Launch, bool Barriers,
                        const RecomputationLimits &Limits);

} // namespace syclfuse::fuser
