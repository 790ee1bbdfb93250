// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and group functions on GPUs: those of sub-groups by shuffles, those of work-groups by sub-groups and local
// memory.
#pragma once

#include "GpuGroup.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces barriers and group functions in F, which is of the kernel KernelName. SF4004 for one whose scope or
// operation is not constant, or whose value is of a type that cannot be moved between work-items.
llvm::Error lowerGroupFunctions(llvm::Function &F, const GpuGroup &Group, llvm::StringRef KernelName,
                                llvm::StringRef TargetName);

} // namespace syclfuse::fuser
