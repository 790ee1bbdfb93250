// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace syclfuse::fuser {

// The linker to use for TargetOptions::Lld: its path, or nothing if there is none.
std::optional<std::string> findLld(llvm::StringRef Given);

// Links an ELF object of amdgcn to a code object, which the HIP driver loads. SF4010 with the linker's own text.
llvm::Expected<std::vector<unsigned char>> linkCodeObject(llvm::StringRef Lld, llvm::StringRef Object,
                                                          llvm::StringRef KernelName);

} // namespace syclfuse::fuser
