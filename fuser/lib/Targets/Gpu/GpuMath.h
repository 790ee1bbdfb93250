// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics on GPUs: what the back ends do not select by themselves, or not precisely, becomes calls of a library in
// bitcode.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// How a library names its functions: `__nv_sinf`, `__ocml_sin_f32`, `_Z3sinf`.
enum class MathNames { Libdevice, Ocml, Libclc };

struct MathLibrary {
  std::string Path; // "": none is installed
  MathNames Names = MathNames::Libclc;
};

// Whether the back ends lower calls of F, by themselves or after lowerGpuMath. Everything else could abort their
// instruction selection.
bool isSupportedOnGpu(const llvm::Function &F);

// Whether the back ends select the intrinsic F by themselves.
bool isSelectableOnGpu(const llvm::Function &F);

// Whether Name is a function of one of the libraries, called by its own name.
bool isLibraryFunction(llvm::StringRef Name);

// What the CUDA driver has for failing assertions: a message, and an end of everything in the context.
constexpr llvm::StringLiteral CudaAssertion = "__assertfail";

// Replaces failing assertions (isAssertion) by calls of CudaAssertion, or where there is no such thing by a trap.
void lowerGpuAssertions(llvm::Module &M);

// Replaces mathematics in M and links the bitcode that implements it. SF4004 if Library is needed and none, cannot be
// read, or lacks a function.
llvm::Error lowerGpuMath(llvm::Module &M, llvm::StringRef KernelName, llvm::StringRef TargetName,
                         const MathLibrary &Library);

} // namespace syclfuse::fuser
