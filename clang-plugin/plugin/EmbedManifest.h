// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the manifest into the object that Clang makes.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// To be called before code is generated: the module gets the section manifest_section.hpp describes with the text of
// the manifest. As with the device code that Clang embeds, linkers leave it out of programs (SHF_EXCLUDE).
void embedManifest(clang::CompilerInstance &CI, llvm::StringRef Text);

} // namespace syclfuse::plugin
