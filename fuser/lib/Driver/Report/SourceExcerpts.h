// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "ReportModel.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace syclfuse::fuser {

// The lines of kernels, from source files below one of the roots. Nothing else is read: the names of files are those
// that a program gives, and a report is for others to see.
class SourceExcerpts {
public:
  // Changed: files that are no longer what was compiled.
  SourceExcerpts(std::vector<std::string> Roots, llvm::StringMap<std::string> Hashes);

  // From the place to where the brackets that open behind it are closed, at most MostLines; nothing without a file.
  std::vector<SourceLine> linesAt(const manifest::source_location &Where);

  static constexpr unsigned MostLines = 16, MostColumns = 240;

private:
  const llvm::MemoryBuffer *find(llvm::StringRef Name);

  std::vector<std::string> Roots;      // absolute, without links
  llvm::StringMap<std::string> Hashes; // of files, by their names, as manifests have them
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Files;
};

} // namespace syclfuse::fuser
