// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item loops that run backwards when SYCL_FUSE_NATIVE_BACKWARDS is set. A launch that begins where the one before
// it ended finds in the cache what was there last; going through pieces of the launch in reverse order does that for
// the pieces, this within them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

// Marks entries of native_abi.h whose outermost loops are over work-items.
inline constexpr llvm::StringLiteral DirectionAttribute = "syclfuse-direction";

// After vectorization and after all else that looks for loops that count up: the counter of each vectorized work-item
// loop of a marked function gets its start, step and end by the flag. Nothing is added to the loop. Loops with other
// variables than a counter from zero stay as they are, and so do the scalar iterations before and after, of which there
// are few.
struct LoopDirectionPass : llvm::PassInfoMixin<LoopDirectionPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
