// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the place of a build out of what it builds: the same inputs give the same bytes wherever they lie. Messages
// name files where they lie nevertheless.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <utility>
#include <vector>

namespace llvm {
class DIFile;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// `Path` itself, or its last component if it is absolute.
std::string relativeName(llvm::StringRef Path);

// A name of a file in a prepared module, and the path by which it is found from where it was compiled.
using NamedPath = std::pair<std::string, std::string>;

// The path of File, which M's debug info has, as the compiler was given it: relative only to the compilation directory.
std::string sourcePath(const llvm::DIFile &File, const llvm::Module &M);

// Drops the compilation directory from M's debug info and makes its file names relative; forgets the name of M's file.
// Returns the paths of those files whose names no longer tell where they lie.
std::vector<NamedPath> makePathsRelative(llvm::Module &M);

// The paths of the files of all modules of a build.
class SourcePaths {
public:
  void add(llvm::ArrayRef<NamedPath> Paths);
  // Replaces the names of files in the places of Diags. A name that two files share stays.
  void restore(diagnostics &Diags) const;
  // Replaces the name of a file that Line begins with, as in `file:1:2: remark: text`.
  void restore(std::string &Line) const;

private:
  void restoreName(std::string &Name) const;
  llvm::StringMap<std::string> Known; // empty: more than one file
};

} // namespace syclfuse::fuser
