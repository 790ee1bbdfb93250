// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-internalization: pointer arguments whose contents nobody needs after the kernel become private memory of each
// work-item or local memory of each work-group (docs/design.md, "Internalization").
//
// Trigger: a function with sycl.kernel.promote.
// Needs:   sycl.kernel.promote.localsize and .elemsize; for the best results calls inlined, SROA and InferAddressSpaces
//          done, and sycl.kernel.nd-range where the launch is known.
// Leaves:  private: memory of localsize elements in the entry block; the argument is gone, and SROA turns the memory
//          into registers. Local: a pointer to local memory in the argument's place, whose entry of
//          sycl.kernel.arguments says how much. The access at byte offset x uses x % (localsize × elemsize), or a place
//          of its own where that is proven to be one. An argument that cannot be promoted stays in global memory, and
//          one missed remark (SF3015, SF3028) says why. The metadata sycl.kernel.promote* is gone.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// F is gone if an argument was promoted; the result takes its place. Each argument that stays adds SF3015 to Remarks,
// or SF3028 where promotion was automatic; SF3027 says where it took place. SF3011 for malformed metadata, SF3026 for
// each promised promotion that the accesses refute; F is then unchanged.
llvm::Expected<llvm::Function *> internalize(llvm::Function &F, diagnostics &Remarks);

struct InternalizationPass : llvm::PassInfoMixin<InternalizationPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
