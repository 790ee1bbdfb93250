// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs written for GPUs return before a barrier that others of the group wait at, or wait at different ones. It is
// wrong by SYCL 2020, 4.17.1, and works there, as a work-item that has left counts as arrived.
#pragma once

#include "GroupFunctions.h"

namespace syclfuse::fuser {

// True if the work-items of a group may meet different boundaries as far as can be seen: a branch that decides over one
// depends on ids, atomics or private memory. What is loaded from an address that is the same for all of them counts as
// the same. False for kernels that wait for sub-groups.
bool mayDiverge(const WorkItemFunction &Item, llvm::ArrayRef<GroupBoundary> Boundaries);

} // namespace syclfuse::fuser
