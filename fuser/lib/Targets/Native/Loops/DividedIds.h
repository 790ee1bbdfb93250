// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `id / h` and `id % h`, as kernels have them that see rows in a range of one dimension: a bias for each column, a
// scale for each row. The loop over work-items is cut into rows of h. In a row the remainder counts up, so that what it
// addresses lies side by side, and the quotient is one value.
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

struct DividedIds {
  Builtin Kind = Builtin::GlobalId; // of dimension 0, or the global linear id
  // h, of 64 bits and computed from the kernel's arguments. Rows of less than ShortestRow, and what a signed h below 0
  // would be, have to run the function as it was. A constant is large enough.
  llvm::Value *Divisor = nullptr;
  llvm::Function *Rows = nullptr; // a copy with the quotient as one more parameter, the last
};

constexpr uint64_t ShortestRow = 16;

// `x - x / h * h`, which LLVM makes of a remainder beside a quotient, becomes the remainder again.
void recomposeRemainders(llvm::Function &F);

// F is a function of Item without loops, for a range without groups. The divisor by which F has remainders goes first.
std::optional<DividedIds> splitAtDivisions(const WorkItemFunction &Item, llvm::Function &F);

} // namespace syclfuse::fuser
