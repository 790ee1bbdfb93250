// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the manifest into the object that Clang makes.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Adds the section that manifest_section.hpp describes to the module, with Text in it. Linkers leave the section out of
// programs (SHF_EXCLUDE), as they do with the device code that Clang embeds. Call this before code is generated.
void embedManifest(clang::CompilerInstance &CI, llvm::StringRef Text);

} // namespace syclfuse::plugin
