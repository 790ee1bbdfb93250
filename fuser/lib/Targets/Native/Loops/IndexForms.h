// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index arithmetic of 32 bits that LLVM has moved to other widths, as the program wrote it.
#pragma once

namespace llvm {
class Function;
}

namespace syclfuse::fuser {

// Masks become comparisons, shifts of 64 bits up and down, and masks of addresses, become extensions of sums of 32
// bits, and what was narrowed to 16 bits and is extended again is computed in 32.
void recomposeIndices(llvm::Function &F);

} // namespace syclfuse::fuser
