// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of few turns, as over a work-group of ten work-items: the vectorizer runs the last turns under a mask, which is
// a constant once the loop is unrolled.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

// After vectorization: loads and stores under a constant mask become such of as many elements as the mask lets
// through, and loads of what was just stored go. Processors do not forward a masked store to a load behind it: two
// kernels with local memory, fused for groups of ten, took 7 times as long.
struct MaskedRestsPass : llvm::PassInfoMixin<MaskedRestsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
