// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Remarks.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

// A single-quoted YAML scalar: only the quote itself is special. Line ends become spaces.
static void scalar(raw_ostream &OS, StringRef Key, StringRef Text) {
  OS << Key << ": '";
  for (char C : Text) {
    if (C == '\'')
      OS << '\'';
    OS << (C == '\n' ? ' ' : C);
  }
  OS << "'\n";
}

std::string remarksText(const diagnostics &Diags) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const diagnostic &D : Diags.list()) {
    OS << "---\ncode: " << code_string(D.code) << "\nlevel: " << to_string(D.level) << '\n';
    if (!D.file.empty())
      scalar(OS, "file", D.file);
    if (D.line)
      OS << "line: " << D.line << '\n';
    if (D.column)
      OS << "column: " << D.column << '\n';
    scalar(OS, "text", D.text);
  }
  return Text;
}

} // namespace syclfuse::fuser
