// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the kernels inlined into a fused one run over their own ND-ranges within its launch: their queries are
// replaced, in copies of the functions they call as well, and guards keep work-items out that they do not have.
#pragma once

#include "FusedLaunch.h"

#include "llvm/IR/Argument.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace syclfuse::fuser {

// One kernel in the fused function. Guard branches to Prologue, which is empty and leads to Body, its first block;
// those after Body up to Next are its own.
struct InlinedKernel {
  llvm::BasicBlock *Guard, *Prologue, *Body, *Next;
};

// A size that is known at run time only, used in the function as an argument that it does not have yet.
struct SizeArgument {
  unsigned Submission;
  argument_source Source;
  unsigned Dimension;
  std::unique_ptr<llvm::Argument> Value;
};

// Launch.isRemapped(). The sizes that Fused needs as further arguments, in order of submissions; none for constant
// ranges. On an error (SF4004 a query in an unknown form, SF3014 a function that cannot be inlined) Fused is to be
// thrown away; other functions are as they were.
llvm::Expected<std::vector<SizeArgument>> remapKernels(llvm::Function &Fused, const FusedLaunch &Launch,
                                                       llvm::ArrayRef<InlinedKernel> Kernels,
                                                       llvm::ArrayRef<std::string> Names);

} // namespace syclfuse::fuser
