// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses in loops, last of all: base + index * size in a loop needs no more than what x86 computes in an access.
// LLVM's search for that form takes half the time of code generation; here it is left to the loops whose addresses are
// more than that.
#pragma once

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace syclfuse::fuser {

// Takes what does not change out of sums in addresses: &a[i + n] is &b[i] with b = &a[n] before the loop. Innermost
// loops that have other addresses than a base and a counter get LLVM's strength reduction, so code generation must not
// run it again. In an outer loop it would carry the begins of all inner loops from one turn to the next, dozens of
// them.
struct LoopAddressesPass : llvm::PassInfoMixin<LoopAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &AM, llvm::LoopStandardAnalysisResults &AR,
                              llvm::LPMUpdater &U);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
