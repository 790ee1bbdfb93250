// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics on CUDA devices: what NVPTX does not select by itself becomes calls of libdevice, or of libclc where that
// is missing.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Whether NVPTX lowers calls of F, by itself or after lowerCudaMath. Everything else could abort its instruction
// selection.
bool isSupportedOnCuda(const llvm::Function &F);

// Whether F is an intrinsic that lowerCudaMath replaces, so that none is left after it.
bool neededFromLibrary(const llvm::Function &F);

// Replaces mathematics in M and links the bitcode that implements it: Library, or where that is "" the first of
// libdevice and libclc that is installed. SF4004 if there is none, or if it lacks a function.
llvm::Error lowerCudaMath(llvm::Module &M, llvm::StringRef KernelName, llvm::StringRef TargetName,
                          llvm::StringRef Library);

} // namespace syclfuse::fuser
