// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves within an array of a work-item, as LLVM writes a loop that shifts its elements by one. As loads and stores of
// the elements, they leave an array that can become registers, which stencils keep their neighbours in.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

struct ExpandPrivateMovesPass : llvm::PassInfoMixin<ExpandPrivateMovesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &);
};

} // namespace syclfuse::fuser
