// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls in a fused kernel that nothing executes: what a run has to check, besides what the accesses show, before the
// kernel may be launched. They go when that is written down (AccessPattern::footprints).
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// That Value, 64 bits and the same for the launch, is at least zero.
llvm::CallInst *requireAtLeastZero(llvm::IRBuilderBase &B, llvm::Value *Value);
bool isAtLeastZeroRequired(const llvm::CallBase &Call);

// That no other kernel writes to what the argument points to through another pointer. The call has the number of the
// submission that this holds for (MDSubmission).
llvm::CallInst *requireOnlyPointer(llvm::IRBuilderBase &B, llvm::Value *Argument);
bool isOnlyPointerRequired(const llvm::CallBase &Call);

void dropRunChecks(llvm::Function &F);

} // namespace syclfuse::fuser
