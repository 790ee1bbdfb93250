// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source places as the manifest writes them.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

class LocationWriter {
public:
  // Root: absolute, or empty.
  LocationWriter(const clang::SourceManager &SM, std::string Root) : SM(SM), Root(std::move(Root)) {}
  // The place of Location after macro expansion and #line.
  manifest::source_location of(clang::SourceLocation Location) const;
  // Path relative to the root if it lies below it, else unchanged.
  std::string relative(llvm::StringRef Path) const;
  const clang::SourceManager &sourceManager() const { return SM; }

private:
  const clang::SourceManager &SM;
  std::string Root;
};

} // namespace syclfuse::plugin
