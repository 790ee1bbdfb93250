// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a fused kernel inherits from the kernels it is made of besides their code: attributes and metadata.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <utility>

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// SF3014 if two of the kernels demand different things of the fused one (required work-group or sub-group size, treatment of
// denormal numbers, floating-point environment).
llvm::Error checkCompatible(llvm::ArrayRef<llvm::Function *> Kernels, llvm::StringRef FusedName);

// Function attributes that hold for all kernels, metadata that is equal on all of them or that all of them must follow.
void inheritProperties(llvm::Function &Fused, llvm::ArrayRef<llvm::Function *> Kernels);

// Unites kernel_arg_*: Order gives for each argument of Fused the kernel and argument it comes from. A list that a kernel
// lacks is left out.
void uniteArgumentLists(llvm::Function &Fused, llvm::ArrayRef<llvm::Function *> Kernels,
                        llvm::ArrayRef<std::pair<unsigned, unsigned>> Order);

} // namespace syclfuse::fuser
