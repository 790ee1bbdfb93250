// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A request to fuse kernels, as a structure and as the stub: a function whose metadata drives sycl-kernel-fusion.
#pragma once

#include "Metadata.h"

namespace syclfuse::fuser {

// KernelArgument pairs are (index into Kernels, argument index of that kernel). Promotions and Constants are by
// argument of the fused kernel after identical arguments have been elided (the first of each group stays, in its
// place).
struct FusionRequest {
  std::string FusedName;
  std::vector<std::string> Kernels;
  using KernelArgument = std::pair<unsigned, unsigned>;
  std::vector<std::vector<KernelArgument>> IdenticalArguments; // groups of two or more
  std::vector<PromotedArgument> Promotions;                    // empty or one per fused argument
  std::vector<std::pair<unsigned, std::string>> Constants;     // fused argument, its bytes
  std::optional<NDRange> Range;
  std::vector<NDRange> Ranges; // empty or one per kernel
  // Kind and dimensions. Empty or one per kernel, then no Ranges.
  std::vector<std::pair<range_kind, unsigned>> RunTimeRanges;
  std::optional<std::pair<range_kind, unsigned>> Launch; // kind and dimensions
  // The launch, Range or that of the kernels that use their work-groups, is by rows: it does other kernels in blocks
  // (row_block).
  bool ByRows = false;
  bool Barriers = true;
  bool ProvenOnly = false; // kernels that may depend on other work-items of earlier ones, without a proof, are refused
};

// Adds the stub function to M with all of Request's metadata. The kernels need not be defined yet.
llvm::Function *createFusionStub(llvm::Module &M, const FusionRequest &Request);
llvm::Expected<FusionRequest> readFusionStub(const llvm::Function &Stub);

} // namespace syclfuse::fuser
