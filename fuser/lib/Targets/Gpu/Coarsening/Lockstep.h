// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "ItemPattern.h"

namespace syclfuse::fuser {

// A function with the parameters of Original that runs Items neighbouring work-items in lockstep: work-items of a range
// have no order, so that each instruction runs for all of them before the next one does. Pattern is that of a copy of
// Original.
llvm::Function *emitLockstep(ItemPattern &Pattern, const llvm::Function &Original, unsigned Items);

} // namespace syclfuse::fuser
