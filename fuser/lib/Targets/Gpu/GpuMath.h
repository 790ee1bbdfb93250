// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics on GPUs: what the back ends do not select by themselves, or not precisely, becomes calls of a library in
// bitcode.
#pragma once

#include "GpuFamily.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace llvm {
class CallBase;
class Function;
class Module;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// The symbol of the function Base (`sin`, `powi`) of T, float or double, as libclc has it: `_Z3sinf`.
std::string libclcSymbol(llvm::StringRef Base, const llvm::CallBase &Call, const llvm::Type *T);

struct MathLibrary {
  std::string Path; // "": none is installed
  std::string (*Symbol)(llvm::StringRef Base, const llvm::CallBase &Call, const llvm::Type *T) = libclcSymbol;
  // Defines what the library leaves to the compiler.
  std::function<void(llvm::Module &)> Complete;
};

// True if the back ends lower calls of F, by themselves or after lowerGpuMath. Everything else could abort their
// instruction selection.
bool isSupportedOnGpu(const llvm::Function &F);

// True if the back end selects the intrinsic F by itself.
bool isSelectableOnGpu(const llvm::Function &F, const GpuFamily &Family);

// Replaces mathematics in M and links the bitcode that implements it. SF4004 if Library is needed and none, cannot be
// read, or lacks a function.
llvm::Error lowerGpuMath(llvm::Module &M, llvm::StringRef KernelName, llvm::StringRef TargetName,
                         const GpuFamily &Family, const MathLibrary &Library);

} // namespace syclfuse::fuser
