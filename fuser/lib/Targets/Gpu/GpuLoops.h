// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How loops of kernels are unrolled for GPUs.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

// Innermost loops that only read memory are unrolled so far that each work-item has enough loads under way: those of a
// turn do not wait for each other, while what is computed from them does (a sum in the order of its elements). Goes
// before LLVM's own unrolling.
struct UnrollReadingLoops : llvm::PassInfoMixin<UnrollReadingLoops> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace syclfuse::fuser
