// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// True if a declaration is part of the implementation: in a system header, or in namespace sycl or syclfuse.
bool isLibrary(const clang::Decl *D, const clang::ASTContext &Context);

} // namespace syclfuse::plugin
