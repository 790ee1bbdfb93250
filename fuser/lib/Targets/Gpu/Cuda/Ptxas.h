// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace syclfuse::fuser {

// The assembler to use for TargetOptions::Ptxas: its path, or nothing if there is none.
std::optional<std::string> findPtxas(llvm::StringRef Given);

// Assembles Ptx for Arch ("sm_90") to a cubin, with line information if it has any. Temporary files are removed in any
// case. SF4003 with ptxas's own text.
llvm::Expected<std::vector<unsigned char>> assemblePtx(llvm::StringRef Ptxas, llvm::StringRef Ptx, llvm::StringRef Arch,
                                                       llvm::StringRef KernelName);

} // namespace syclfuse::fuser
