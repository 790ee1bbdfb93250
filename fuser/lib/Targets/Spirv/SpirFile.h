// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR 1.2: bitcode of LLVM 15 with the names of OpenCL C, which PoCL takes where it takes no SPIR-V. llvm-spirv 15
// makes it of the SPIR-V.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// The program for TargetOptions::LlvmSpirv: its path, or nothing if there is none. Newer ones write bitcode that
// drivers with LLVM 15 cannot read.
std::optional<std::string> findLlvmSpirv(llvm::StringRef Given);

// Atomics through pointers of unknown space, before they are lowered, are taken for those of global memory: OpenCL
// C 1.2 has no others. To PoCL's CPU, which is what takes SPIR, all memory is one; the driver offers SPIR to CPUs only.
void nameSpacesOfAtomics(llvm::Module &M);

// SF4004 for sub-groups, and group functions that lowerSpirReductions() left: OpenCL C 1.2 has none.
llvm::Error checkSpir(const llvm::Module &M, llvm::StringRef KernelName);

// SF4020 if there is no llvm-spirv, or with what it says.
llvm::Expected<std::vector<unsigned char>> writeSpir(llvm::ArrayRef<unsigned char> Spirv, llvm::StringRef KernelName,
                                                     llvm::StringRef Tool);

} // namespace syclfuse::fuser
