// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item loops with very large bodies. LLVM's vectorizer and its instruction scheduler take time in the square of
// the instructions of one loop body; bodies in pieces take time in proportion, and need fewer registers at once.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

// Makes of each large innermost loop whose iterations are independent (llvm.loop.parallel_accesses) a loop over strips
// of iterations, and in it one loop after the other, each with a piece of the body. What an iteration hands from piece
// to piece is computed again if that is cheap, else kept in an array over the strip, small enough for the first-level
// cache. The body is cut where every iteration comes by, and where little is handed on. Loops for which that is not
// known to be possible or good stay.
class SplitLargeLoopsPass : public llvm::PassInfoMixin<SplitLargeLoopsPass> {
public:
  explicit SplitLargeLoopsPass(unsigned LargestBody) : LargestBody(LargestBody) {}
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }

private:
  unsigned LargestBody; // instructions
};

} // namespace syclfuse::fuser
