// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MeasuredText.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser {

std::string timeText(double Nanoseconds) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Nanoseconds < 1e3)
    OS << format("%.3g ns", Nanoseconds);
  else if (Nanoseconds < 1e6)
    OS << format("%.4g us", Nanoseconds / 1e3);
  else
    OS << format("%.5g ms", Nanoseconds / 1e6);
  return Text;
}

std::string reasonText(diag Reason) {
  std::string Name(info(Reason).name);
  std::replace(Name.begin(), Name.end(), '-', '_');
  return code_string(Reason) + " " + Name;
}

} // namespace syclfuse::fuser
