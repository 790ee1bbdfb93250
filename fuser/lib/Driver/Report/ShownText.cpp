// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShownText.h"

#include "syclfuse/printable.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace syclfuse::fuser {

// The code point of a mark in three bytes of UTF-8 that changes the direction of what follows; 0 for anything else.
static unsigned directionMark(StringRef Text) {
  if (Text.size() < 3 || !Text.starts_with("\xe2"))
    return 0;
  const unsigned Code = 0x2000 | ((Text[1] & 0x3fu) << 6) | (Text[2] & 0x3fu);
  const bool IsMark =
      Code == 0x200e || Code == 0x200f || (Code >= 0x2028 && Code <= 0x202e) || (Code >= 0x2066 && Code <= 0x2069);
  return IsMark ? Code : 0;
}

std::string shownText(StringRef Text) {
  const std::string Printable = printable(json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
  std::string Shown;
  for (StringRef Rest = Printable; !Rest.empty();) {
    if (const unsigned Mark = directionMark(Rest)) {
      Shown += "\\u" + utohexstr(Mark, /*LowerCase=*/true, 4);
      Rest = Rest.drop_front(3);
      continue;
    }
    const char C = Rest.front();
    Shown += C == '\n' ? "\\u000a" : C == '\t' ? " " : std::string(1, C);
    Rest = Rest.drop_front();
  }
  return Shown;
}

std::string escapedHtml(StringRef Shown) {
  std::string Html;
  for (char C : Shown)
    switch (C) {
    case '&':
      Html += "&amp;";
      break;
    case '<':
      Html += "&lt;";
      break;
    case '>':
      Html += "&gt;";
      break;
    case '"':
      Html += "&quot;";
      break;
    case '\'':
      Html += "&#39;";
      break;
    default:
      Html += C;
    }
  return Html;
}

} // namespace syclfuse::fuser
