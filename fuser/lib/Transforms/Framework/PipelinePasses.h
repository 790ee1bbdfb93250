// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-prepare-kernels and sycl-fuse-region: prepareKernels and fuseRegion (Pipeline.h) as passes, to run what
// sycl-fuse runs under opt. Both verify the module after each of our steps.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

struct PrepareKernelsPass : llvm::PassInfoMixin<PrepareKernelsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

struct FuseRegionPass : llvm::PassInfoMixin<FuseRegionPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
