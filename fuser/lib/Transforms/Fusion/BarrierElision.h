// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes barriers that sycl-kernel-fusion inserted (MDInsertedBarrier) and that nothing needs.
#pragma once

#include "Analysis/Sharing/AccessPattern.h"

namespace syclfuse::fuser {

// A barrier orders what is before it, back to the last barrier that stays, and what is after it. It is needed unless no
// work-item after it accesses what another one accessed before, one of them writing (AccessPattern::dependence through
// any memory: local memory of several kernels lies at one place, and fences and unknown calls may access everything).
// Removes the others, with the fences that belong to them; the marks of all go. Remarks of `sycl-barrier-elision` say
// which and why. Takes off the marks of accesses that a run sees (MDSeenByRun). Returns the number of barriers removed.
unsigned elideBarriers(llvm::Function &F, const AccessLaunch &Launch);

} // namespace syclfuse::fuser
