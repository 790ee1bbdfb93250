// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessLaunch.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace syclfuse::fuser {

Expected<AccessLaunch> readAccessLaunch(const Function &F) {
  AccessLaunch Launch;
  Launch.Groups = true;
  Expected<std::optional<NDRange>> Range = readNDRange(F);
  if (!Range)
    return Range.takeError();
  if (*Range) {
    Launch.Groups = (*Range)->hasLocal();
    Launch.Range = *Range;
    return Launch;
  }
  Expected<std::optional<std::pair<range_kind, unsigned>>> Known = readLaunch(F);
  if (!Known)
    return Known.takeError();
  if (*Known) {
    Launch.Groups = (*Known)->first == range_kind::nd_range;
    Launch.Dims = (*Known)->second;
  }
  return Launch;
}

} // namespace syclfuse::fuser
