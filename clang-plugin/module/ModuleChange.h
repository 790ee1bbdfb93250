// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access to the module that Clang generates.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Calls Change with the complete module: before it is optimized, also at -O0, or before it is written if nothing
// optimizes it (-save-temps). Call this before code is generated.
void changeModule(clang::CompilerInstance &CI, std::function<void(llvm::Module &)> Change);

} // namespace syclfuse::plugin
