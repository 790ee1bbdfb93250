// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and source lines come from files that others have made.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace syclfuse::fuser {

// Text as one line of valid UTF-8 in which nothing moves what a reader sees: control characters, ends of lines and
// marks of the direction of text (Unicode Standard Annex 9) are escaped as \u202e. Tabs become a space.
std::string shownText(llvm::StringRef Text);

// The same for HTML, within elements and quoted attributes.
std::string escapedHtml(llvm::StringRef Shown);

} // namespace syclfuse::fuser
