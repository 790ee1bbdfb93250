// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocationWriter.h"

#include "llvm/Support/Path.h"

using namespace clang;
namespace path = llvm::sys::path;

namespace syclfuse::plugin {

manifest::source_location LocationWriter::of(SourceLocation Location) const {
  PresumedLoc Presumed = SM.getPresumedLoc(SM.getExpansionLoc(Location));
  if (Presumed.isInvalid())
    return {};
  return {relative(Presumed.getFilename()), Presumed.getLine(), Presumed.getColumn()};
}

std::string LocationWriter::relative(llvm::StringRef Path) const {
  llvm::SmallString<256> Absolute(Path);
  if (Root.empty() || llvm::sys::fs::make_absolute(Absolute))
    return Path.str();
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  llvm::StringRef Rest = Absolute;
  if (!Rest.consume_front(Root) || (!path::is_separator(Root.back()) && (Rest.empty() || !path::is_separator(Rest[0]))))
    return Path.str();
  return Rest.ltrim('/').str();
}

} // namespace syclfuse::plugin
