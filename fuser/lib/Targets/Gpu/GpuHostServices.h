// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Services that the host does for kernels (isHostService): assertions that fail, and printing.
#pragma once

#include "GpuFamily.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces failing assertions (isAssertion) by calls of the family's function for them, or by a trap.
void lowerGpuAssertions(llvm::Module &M, const GpuFamily &Family);

// Replaces calls that print (isPrint) by those of the family's function, whose arguments lie in memory one after the
// other, each aligned to its size. SF4004 where the family has none.
llvm::Error lowerGpuPrints(llvm::Module &M, llvm::StringRef KernelName, llvm::StringRef TargetName,
                           const GpuFamily &Family);

} // namespace syclfuse::fuser
