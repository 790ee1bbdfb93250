// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-kernel-fusion: one kernel that does what several do, one after the other (docs/passes.md).
//
// Trigger: a function with sycl.kernel.fused, the stub (createFusionStub).
// Needs:   the kernels it names, defined and without callers.
// Leaves:  the fused kernel, with the arguments of all kernels less those that are identical to an earlier one, the
//          kernels inlined in order, each for its own ND-range, a work-group barrier between each two unless
//          sycl.kernel.no-barriers is set, and the metadata sycl.kernel.promote*, sycl.kernel.constants,
//          sycl.kernel.arguments and sycl.kernel.nd-range, that of the launch; instructions have
//          sycl.kernel.submission. The stub is gone, the kernels stay. A stub that is refused stays as well.
#pragma once

#include "Support/FusionRequest.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// SF3003 kernel missing, SF3011 malformed metadata, SF3012, SF3013, SF3022-SF3024 ND-ranges that cannot share a launch,
// SF3014 kernels that do not go together, SF4004 a query in an unknown form, SF3047 work-groups that a kernel may need
// and does not keep: proven Now, or Later, by checkExchange after optimization.
enum class ExchangeCheck : unsigned char { Now, Later };
struct FusedKernel {
  llvm::Function *F = nullptr;
  FusionRequest Request;        // of the stub
  std::optional<NDRange> Range; // of the launch, where it is known
};
llvm::Expected<FusedKernel> fuseKernels(llvm::Function &Stub, ExchangeCheck Check = ExchangeCheck::Now);

struct KernelFusionOptions {
  bool NoBarriers = false; // as if every stub had sycl.kernel.no-barriers; "no-barriers" in a pipeline
};

struct KernelFusionPass : llvm::PassInfoMixin<KernelFusionPass> {
  explicit KernelFusionPass(KernelFusionOptions Options = {}) : Options(Options) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  KernelFusionOptions Options;
};

} // namespace syclfuse::fuser
