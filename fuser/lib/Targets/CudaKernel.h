// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A retargeted kernel as a CUDA kernel: queries read special registers and arguments, plain ranges become a
// one-dimensional grid with a guard.
#pragma once

#include "syclfuse/fuser/Target.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces Kernel by a kernel EntryName and completes V: the arguments added to it, group size, items per thread, local
// memory.
llvm::Function *buildCudaKernel(llvm::Function &Kernel, llvm::StringRef EntryName, const LaunchShape &Shape,
                                bundle::builder::variant &V);

} // namespace syclfuse::fuser
