// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of kernels that targets refuse before their back end would abort on them.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// The kernel of M to compile. SF3010 if it has none of that name.
llvm::Expected<llvm::Function *> findKernel(const llvm::Module &M, llvm::StringRef Name);

// SF4004 (or SF3017 for a call of something undefined) unless every call in F can be lowered: builtins, intrinsics and
// what IsSupported accepts.
llvm::Error checkCalls(const llvm::Function &F, llvm::StringRef TargetName,
                       llvm::function_ref<bool(const llvm::Function &)> IsSupported);

// Atomic accesses of more than MostBytes, or less aligned than wide: LLVM would make calls of a library of them
// (SF4004).
llvm::Error checkAtomics(const llvm::Function &F, llvm::StringRef TargetName, uint64_t MostBytes);

// The bytes that F keeps on the stack in variables of known size.
uint64_t stackBytes(const llvm::Function &F);

} // namespace syclfuse::fuser
