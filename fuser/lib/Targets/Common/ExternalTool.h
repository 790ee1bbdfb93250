// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that turn one file into another: ptxas, ld.lld.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace syclfuse::fuser {

// Runs `Program Flags… -o output input` on temporary files, which are removed in any case, and returns the output.
// Suffixes are those of input and output. An error is a StringError with the program's own text.
llvm::Expected<std::vector<unsigned char>> runTool(llvm::StringRef Program, llvm::ArrayRef<std::string> Flags,
                                                   llvm::StringRef Input, llvm::StringRef InputSuffix,
                                                   llvm::StringRef OutputSuffix);

// The linker to use for TargetOptions::Lld: its path, or nothing if there is none.
std::optional<std::string> findLld(llvm::StringRef Given);

} // namespace syclfuse::fuser
