// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SourceExcerpts.h"

#include "Driver/Commands/ManifestFiles.h"
#include "ShownText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {

SourceExcerpts::SourceExcerpts(std::vector<std::string> Given, StringMap<std::string> Hashes)
    : Hashes(std::move(Hashes)) {
  for (const std::string &Root : Given) {
    SmallString<128> Real;
    if (!sys::fs::real_path(Root, Real))
      Roots.push_back(Real.str().str());
  }
}

static bool isBelow(StringRef Path, StringRef Root) {
  return Path.consume_front(Root) && (Root.ends_with("/") || Path.starts_with("/"));
}

// Links may lead out of a root, so that what counts is where the file is.
const MemoryBuffer *SourceExcerpts::find(StringRef Name) {
  const auto [Known, IsNew] = Files.try_emplace(Name);
  if (!IsNew)
    return Known->second.get();
  for (const std::string &Root : Roots) {
    SmallString<128> Path(Root), Real;
    if (sys::path::is_absolute(Name))
      Path = Name;
    else
      sys::path::append(Path, Name);
    if (sys::fs::real_path(Path, Real) || !isBelow(Real, Root) || !sys::fs::is_regular_file(Real))
      continue;
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Real, false, false);
    if (!Buffer)
      continue;
    const auto Hash = Hashes.find(Name);
    if (Hash == Hashes.end() || sourceHash(**Buffer) == Hash->second)
      Known->second = std::move(*Buffer);
    break;
  }
  return Known->second.get();
}

// Eight columns each; what stands before a tab within a line does not count.
static std::string withoutTabs(StringRef Line) {
  std::string Text;
  for (char C : Line)
    C == '\t' ? Text.append(8, ' ') : Text.append(1, C);
  return Text;
}

// The brackets that a line leaves open, and whether it opened any. Those in texts and comments count: at worst, the
// excerpt is as long as it may be.
static int openBrackets(StringRef Line, bool &Any) {
  int Open = 0;
  for (char C : Line) {
    Open += StringRef("({[").contains(C) - StringRef(")}]").contains(C);
    Any |= C == '{' || C == '(';
  }
  return Open;
}

// Takes away what all lines begin with.
static void unindent(std::vector<SourceLine> &Lines) {
  size_t Least = std::string::npos;
  for (const SourceLine &Line : Lines)
    Least = std::min(Least, Line.Text.find_first_not_of(' '));
  for (SourceLine &Line : Lines)
    Line.Text.erase(0, Least);
}

std::vector<SourceLine> SourceExcerpts::linesAt(const manifest::source_location &Where) {
  const MemoryBuffer *Buffer = Where.line == 0 ? nullptr : find(Where.file);
  if (!Buffer)
    return {};
  SmallVector<StringRef, 0> Lines;
  Buffer->getBuffer().split(Lines, '\n');
  std::vector<SourceLine> Excerpt;
  int Open = 0;
  bool Any = false;
  for (size_t Line = Where.line; Line <= Lines.size() && Excerpt.size() != MostLines; ++Line) {
    const StringRef Text = Lines[Line - 1].rtrim();
    Excerpt.push_back({unsigned(Line), shownText(withoutTabs(Text.take_front(MostColumns)))});
    const size_t Before = Line == Where.line && Where.column ? std::min<size_t>(Where.column - 1, Text.size()) : 0;
    Open += openBrackets(Text.drop_front(Before), Any);
    if (Any && Open <= 0)
      break;
  }
  unindent(Excerpt);
  return Excerpt;
}

} // namespace syclfuse::fuser
