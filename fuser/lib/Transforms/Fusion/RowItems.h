// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ids of kernels that a launch does by rows (row_block). A linear id is row · block + place, and kernels take it
// apart again, by the length of a row. What is known of row and place stays on them until that is done.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace syclfuse::fuser {

// V, which is below Below (0: not known), as a value that is known to be so: a call, until foldRowItems. OfGroup: of a
// work-group and a work-item in it, where these are of a kernel that keeps its groups.
llvm::Value *markRowItem(llvm::IRBuilder<> &B, llvm::Value *V, uint64_t Below, bool OfGroup = false);

// Quotients and remainders of linear ids by constants that divide the block become rows and places. MayCheck: those by
// arguments, too, which a run checks to be the length of a row (RunChecks.h). The calls become what they mark. Nothing
// else changes; without calls nothing at all.
void foldRowItems(llvm::Function &F, bool MayCheck);

} // namespace syclfuse::fuser
