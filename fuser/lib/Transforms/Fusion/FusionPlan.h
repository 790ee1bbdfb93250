// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of sycl-kernel-fusion, made before it changes the module.
#pragma once

#include "FusedLaunch.h"

#include "Support/FusionRequest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace syclfuse::fuser {

struct FusionPlan {
  using KernelArgument = FusionRequest::KernelArgument;

  FusionRequest Request;
  llvm::SmallVector<llvm::Function *, 8> Kernels;
  FusedLaunch Launch;
  // By kernel and argument: the argument of the fused kernel.
  llvm::SmallVector<llvm::SmallVector<unsigned, 8>, 8> FusedArgument;
  // By argument of the fused kernel: where it comes from first.
  llvm::SmallVector<KernelArgument, 16> Order;
  // Absent if a kernel does not say where its arguments come from.
  std::optional<llvm::SmallVector<ArgumentSource, 16>> Sources;

  llvm::Argument &argument(KernelArgument A) const { return *Kernels[A.first]->getArg(A.second); }
};

// The errors of fuseKernels, but for kernels that demand different things (FusedProperties.h) or turn out not to be
// inlinable.
llvm::Expected<FusionPlan> planFusion(llvm::Function &Stub);

// The error that Kernel cannot be fused. Of three kernels or more, the request may be cut before number At (behind it
// if that is the first one), as what is left may be fused.
llvm::Error refuseKernel(const FusionRequest &Request, const llvm::Function &Kernel, size_t At, llvm::StringRef Why);

} // namespace syclfuse::fuser
