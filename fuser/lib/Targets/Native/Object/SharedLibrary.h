// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From an object to a library that a program can open while it runs.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace syclfuse::fuser {

// Links an object of emitNativeObject to a shared library with ld.lld (TargetOptions::Lld). SF7020.
llvm::Expected<std::string> linkNativeLibrary(llvm::StringRef Object, llvm::StringRef Lld);

} // namespace syclfuse::fuser
