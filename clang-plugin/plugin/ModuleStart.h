// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes the module that Clang has generated before anything else does.
#pragma once

#include "ClangHeaders.h"

#include <functional>

namespace llvm {
class Module;
}

namespace syclfuse::plugin {

// False if there are no passes to do it (-disable-llvm-passes, and an object or assembly is written).
bool canChangeModule(clang::CompilerInstance &CI);

// To be called before code is generated, if canChangeModule: at -O0, too, and with -save-temps.
void changeModule(clang::CompilerInstance &CI, std::function<void(llvm::Module &)> Change);

} // namespace syclfuse::plugin
