// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Target.h"

#include "Support/FuseError.h"

using namespace llvm;

namespace syclfuse::fuser {

Target::~Target() = default;

// Defined by the families.
#define SF_TARGET(Family, Name, Folder, Names, Pattern)                                                                \
  std::unique_ptr<Target> create##Family##Target(StringRef Name);                                                      \
  std::string names##Family##Targets();
#include "ConfiguredTargets.def"
#undef SF_TARGET

Expected<std::unique_ptr<Target>> createTarget(StringRef Name) {
  std::string Known;
#define SF_TARGET(Family, Name_, Folder, Names, Pattern)                                                               \
  if (std::unique_ptr<Target> T = create##Family##Target(Name))                                                        \
    return T;                                                                                                          \
  Known += (Known.empty() ? "" : ", ") + names##Family##Targets();
#include "ConfiguredTargets.def"
#undef SF_TARGET
  return fuseError(diag::unknown_target, {Name.str(), Known});
}

} // namespace syclfuse::fuser
