// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// A FastFunction (FastMath.h) by the approximations of NVIDIA GPUs, with their errors (PTX ISA, 9.7.3), for numbers
// that are not denormal at the least.
llvm::Value *cudaFastFunction(llvm::IRBuilderBase &B, llvm::StringRef Name, llvm::Value *X, llvm::Value *Y);

} // namespace syclfuse::fuser
