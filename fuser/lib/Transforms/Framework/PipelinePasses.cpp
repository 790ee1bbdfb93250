// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PipelinePasses.h"

#include "Support/PassDiagnostics.h"

#include "Pipeline.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

PreservedAnalyses PrepareKernelsPass::run(Module &M, ModuleAnalysisManager &) {
  if (Error E = prepareKernels(M, {/*VerifyEach=*/true}))
    diagnose(M.getContext(), std::move(E));
  return PreservedAnalyses::none();
}

PreservedAnalyses FuseRegionPass::run(Module &M, ModuleAnalysisManager &) {
  diagnostics Refusals;
  Expected<Function *> Fused = fuseRegion(M, {/*VerifyEach=*/true}, Refusals);
  if (!Fused)
    diagnose(M.getContext(), Fused.takeError());
  else
    emitRemarks(**Fused, "sycl-fuse-region", Refusals);
  return PreservedAnalyses::none();
}

} // namespace syclfuse::fuser
