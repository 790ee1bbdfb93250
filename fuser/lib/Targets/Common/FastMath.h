// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics of less precision: FastFunctions.def.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// The value of the function Name (`native_exp`) for X and, if it has a second operand, Y. Null, as a value and as a
// function pointer: as the function without the prefix, which is what targets without instructions for it do.
using FastFunction = llvm::Value *(*)(llvm::IRBuilderBase & B, llvm::StringRef Name, llvm::Value *X, llvm::Value *Y);

// Replaces the calls of the functions in M, but for those that stay, by intrinsics and instructions. A function of such
// a name with other types than float is left, for the target to refuse.
void lowerFastMath(
    llvm::Module &M, FastFunction Replace,
    llvm::function_ref<bool(llvm::StringRef Name)> Stays = [](llvm::StringRef) { return false; });

} // namespace syclfuse::fuser
