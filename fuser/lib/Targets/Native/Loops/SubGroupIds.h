// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups whose ids a kernel computes itself, as CUDA does: `local id / 32` and `local id % 32`. A quotient is the
// same for all work-items of a sub-group, which LLVM sees only by its name.
#pragma once

#include "Targets/Common/LaunchConstants.h"

namespace syclfuse::fuser {

// Whether rows of work-groups are whole sub-groups of so many work-items, ids have no offset and fit 32 bits; nothing
// if launches differ in that. Of an nd_range.
std::optional<bool> haveWholeRows(const LaunchShape &Shape, unsigned SubGroupSize);

// Names the sub-group and the place in it in all quotients and remainders of ids by SubGroupSize; WholeRows: those as
// well that are so only if rows are whole. Queries must be in canonical form.
void nameSubGroups(llvm::Function &Kernel, const LaunchShape &Shape, unsigned SubGroupSize, bool WholeRows);

// Simplifies by what is known of places in sub-groups.
void boundSubGroupIds(llvm::Function &Kernel, unsigned SubGroupSize);

} // namespace syclfuse::fuser
