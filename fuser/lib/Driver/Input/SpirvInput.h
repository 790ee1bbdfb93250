// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that comes as SPIR-V: read by llvm-spirv, in a process of its own.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace syclfuse::fuser {

struct SpirvReader {
  std::string Path;      // of llvm-spirv; "": the one found at configure time, else one in PATH
  unsigned Seconds = 60; // that it may take
};

// Bitcode of a SPIR-V module as llvm-spirv writes it: valid, with builtins and arguments as they are (prepareKernels).
// SF4012 if there is no llvm-spirv, SF4013 if it takes too long, SF4007 if it fails; then null.
std::unique_ptr<llvm::MemoryBuffer> readSpirv(llvm::StringRef Bytes, const std::string &Name, const SpirvReader &Reader,
                                              diagnostics &Diags);

} // namespace syclfuse::fuser
