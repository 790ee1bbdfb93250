// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace syclfuse::fuser {

// The assembly of CompiledKernel::NativeBitcode, to be read, not assembled.
llvm::Expected<std::string> nativeAssembly(llvm::StringRef Bitcode);

} // namespace syclfuse::fuser
