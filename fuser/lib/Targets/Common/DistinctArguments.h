// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LaunchShape::DistinctPointers: no two pointer arguments lead to the same memory.
#pragma once

#include "WorkItem.h"

namespace syclfuse::fuser {

// Marks the pointer arguments of the kernel noalias and forwards what is stored through one to later loads through it,
// so that the temporaries of a fused kernel are written but not read back.
void exploitDistinctArguments(WorkItemFunction &Item);

} // namespace syclfuse::fuser
