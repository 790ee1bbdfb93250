// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes barriers that sycl-kernel-fusion inserted and that nothing needs.
#pragma once

#include "syclfuse/fuser/Metadata.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// A barrier orders what is before it, back to the last barrier that stays, and what is after it. It is needed if one side writes
// to memory that work-items share and the other side accesses such memory: which arguments are the same memory is not known
// here. After internalization many kernels only read shared memory, and need none. Removes the others; the marks of all go.
// Returns the number of barriers removed.
unsigned elideBarriers(llvm::Function &F);

} // namespace syclfuse::fuser
