// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics whose precision is the implementation's choice: FastFunctions.def.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// The value of the function Name (without its prefix) for X and, if it has a second operand, Y. Null as a function
// pointer: as the functions without the prefix, which is what targets without instructions for them do.
using FastFunction = llvm::Value *(*)(llvm::IRBuilderBase & B, llvm::StringRef Name, llvm::Value *X, llvm::Value *Y);

// Replaces the calls of the functions in M by intrinsics and instructions. A function of such a name with other types
// than float stays, for the target to refuse.
void lowerFastMath(llvm::Module &M, FastFunction Replace = nullptr);

} // namespace syclfuse::fuser
