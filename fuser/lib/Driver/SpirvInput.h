// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that comes as SPIR-V: read by llvm-spirv, in a process of its own.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace llvm {
class MemoryBuffer;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Bitcode of a SPIR-V module in our generic dialect: builtins have the names of Builtins.def, and each kernel has MDArguments, its
// arguments one after the other, each at a multiple of its own alignment. Looks for llvm-spirv in PATH, then for the one that was
// found when the project was configured. Null and SF4007 if there is none, or if it fails or takes longer than a minute.
std::unique_ptr<llvm::MemoryBuffer> readSpirv(llvm::StringRef Bytes, const std::string &Name, diagnostics &Diags);

// What readSpirv does with the module that llvm-spirv wrote: names of builtins and MDArguments.
void normalizeSpirv(llvm::Module &M);

} // namespace syclfuse::fuser
