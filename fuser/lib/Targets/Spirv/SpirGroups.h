// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of work-groups for SPIR 1.2, which has no group functions: reductions of SYCL need them.
#pragma once

#include "Targets/Target.h"

namespace llvm {
class Function;
}

namespace syclfuse::fuser {

// Replaces the reductions over a work-group that Kernel calls: its work-items add their values one after the other to a
// variable in local memory, with a barrier after each. Other group functions stay, and are refused.
void lowerSpirReductions(llvm::Function &Kernel, const LaunchShape &Shape);

} // namespace syclfuse::fuser
