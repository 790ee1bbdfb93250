// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// True if device code for SPIR-V can call Callee, besides builtins: intrinsics of SpirvIntrinsics.def and the functions
// of the C mathematics library, all of which OpenCL C has.
bool isSupportedOnSpirv(const llvm::Function &Callee);

// Types that OpenCL's SPIR-V has: integers of 8 to 64 bits, bool, half, float, double, vectors of 2, 3, 4, 8 or 16 of
// them, pointers, and non-empty arrays and structs of these.
bool isSpirvType(const llvm::Type *T);

// SF4004, with the place, for whatever in Kernel and in its constants the back end would abort on or write wrongly. To
// be called last, on what is given to it.
llvm::Error checkSpirv(const llvm::Function &Kernel, llvm::StringRef KernelName);

} // namespace syclfuse::fuser
