// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the place of a build out of what it builds: the same inputs give the same bytes wherever they lie.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// `Path` itself, or its last component if it is absolute.
std::string relativeName(llvm::StringRef Path);

// Drops the compilation directory from M's debug info and makes its file names relative; forgets the name of M's file.
void makePathsRelative(llvm::Module &M);

} // namespace syclfuse::fuser
