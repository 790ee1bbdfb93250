// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-cp: arguments with a value known at build time become that value (sycl.kernel.constants).
//
// Trigger: a function with sycl.kernel.constants.
// Needs:   one byte string per listed argument, as long as the argument.
// Leaves:  the constants in the code, for the optimizations that follow to fold; the arguments and the metadata are
// gone.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// F is gone if an argument was replaced; the result takes its place. SF3011 and SF3018 for malformed metadata; F is
// then unchanged.
llvm::Expected<llvm::Function *> propagateConstants(llvm::Function &F);

struct ConstantPropagationPass : llvm::PassInfoMixin<ConstantPropagationPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
