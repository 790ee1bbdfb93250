// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch of a kernel, as far as it is known.
#pragma once

#include "Support/Metadata.h"

namespace syclfuse::fuser {

// How a launch is cut into work-groups. Groups false: plain ranges, work-items have none but themselves.
struct AccessLaunch {
  bool Groups = false;
  std::optional<NDRange> Range;  // where it is known
  unsigned Dims = 0;             // where they are known, and Range is not; 0: as many as the kernel asks for
  bool DistinctPointers = false; // pointer arguments point into different buffers each
  bool NoOffset = false;         // ids begin at 0, where Range is not known
};

// The launch of a kernel as its metadata tells: sycl.kernel.nd-range, else sycl.kernel.launch, else work-groups and
// nothing known of their sizes. SF3011 for malformed metadata.
llvm::Expected<AccessLaunch> readAccessLaunch(const llvm::Function &F);

// The range of the launch. Sizes that are none, or that do not fit each other, are not known.
std::optional<NDRange> checkedRange(const AccessLaunch &Launch);

} // namespace syclfuse::fuser
