// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a launch that are known at build time, as targets need them.
#pragma once

#include "Targets/Target.h"

#include <array>
#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// A LaunchShape's constants in SPIR-V order, unused dimensions 1 (sizes) or 0 (offsets). Plain ranges have work-groups
// of one.
struct LaunchConstants {
  std::array<uint64_t, 3> Global{1, 1, 1}, Local{1, 1, 1}, Groups{1, 1, 1}, Offset{0, 0, 0};
  uint64_t total() const { return Global[0] * Global[1] * Global[2]; }
  uint64_t groupSize() const { return Local[0] * Local[1] * Local[2]; }
};
std::optional<LaunchConstants> launchConstants(const LaunchShape &Shape);

// Replaces what Shape makes constant, and gives the ids that stay their ranges (sycl-specialize-nd-range). Queries of a
// dimension that Shape has not become its constant too.
void specializeNDRange(llvm::Function &Kernel, const LaunchShape &Shape);

// The fields of a variant that do not depend on the target: arguments, kind, dimensions, ND-range, `linear`.
llvm::Expected<bundle::builder::variant> describeVariant(const llvm::Function &Kernel, const LaunchShape &Shape);

} // namespace syclfuse::fuser
