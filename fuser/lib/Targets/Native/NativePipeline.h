// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's optimizations for native entries, in two halves: what holds for all instruction-set levels is done once.
#pragma once

#include "Targets/Target.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace syclfuse::fuser {

// Inlining, scalars, control flow, loops as they are. TM: of the lowest level there is.
void simplifyNative(llvm::Module &M, llvm::TargetMachine &TM, const TargetOptions &Options);

// How much the pipeline does for one instruction-set level.
enum class Effort {
  Full,   // vectors, several side by side, unrolled loops
  Short,  // vectors in loops as short as they can be
  Scalar, // no vectors, no unrolled loops
  Least,  // nothing, and machine code in the least time
};

// The second half, which depends on the instruction set: vectors, unrolling, addresses.
void optimizeNative(llvm::Module &M, llvm::TargetMachine &TM, const TargetOptions &Options, Effort Wanted);

} // namespace syclfuse::fuser
