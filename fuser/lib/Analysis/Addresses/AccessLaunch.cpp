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

std::optional<NDRange> checkedRange(const AccessLaunch &Launch) {
  if (!Launch.Range || Launch.Range->Dims < 1 || Launch.Range->Dims > 3)
    return std::nullopt;
  const NDRange &R = *Launch.Range;
  uint64_t Items = 1;
  for (unsigned D = 0; D != R.Dims; ++D) {
    constexpr uint64_t Most = uint64_t(1) << 40;
    if (R.Global[D] < 1 || R.Global[D] > Most / Items || R.Offset[D] > Most)
      return std::nullopt;
    if (R.hasLocal() && (R.Local[D] < 1 || R.Global[D] % R.Local[D]))
      return std::nullopt;
    Items *= R.Global[D];
  }
  return R;
}

} // namespace syclfuse::fuser
