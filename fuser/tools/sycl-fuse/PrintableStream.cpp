// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PrintableStream.h"

#include "syclfuse/printable.hpp"

using namespace llvm;

namespace syclfuse::fuser::tool {

void PrintableStream::write_impl(const char *Text, size_t Size) {
  constexpr char First = '\xc2';
  std::string All = std::move(Held);
  All.append(Text, Size);
  Held.clear();
  if (!All.empty() && All.back() == First) {
    All.pop_back();
    Held = First;
  }
  To << printable(All);
}

raw_ostream &printedOutput() {
  static PrintableStream Stream(outs());
  return Stream;
}

// Where both go to one file, errors come behind what was printed before.
static raw_ostream &tiedErrors() {
  errs().tie(&outs());
  return errs();
}

raw_ostream &printedErrors() {
  static PrintableStream Stream(tiedErrors());
  return Stream;
}

} // namespace syclfuse::fuser::tool
