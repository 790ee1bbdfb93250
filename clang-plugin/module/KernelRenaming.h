// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives kernels of internal linkage their symbols (names/KernelSymbols.h) in what Clang has generated.
#pragma once

#include "names/KernelSymbols.h"

namespace syclfuse::plugin {

// For the device pass: renames the functions.
void renameKernels(llvm::Module &M, const KernelSymbols &Symbols);

// For the device pass: notes in the attribute "sycl-fuse-compiled" of all kernels how they are compiled. Two bodies of
// one source can be compared only if that is the same.
void noteCompilation(llvm::Module &M, llvm::StringRef Compiled);

// For the host pass: changes the strings that __builtin_sycl_unique_stable_name has become, and their hashes beside
// them in the headers' kernel_info.
void renameKernelStrings(llvm::Module &M, const KernelSymbols &Symbols);

} // namespace syclfuse::plugin
