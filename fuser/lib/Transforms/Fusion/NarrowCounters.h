// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters of loops get the width in which they count, for the analyses. InstCombine makes 64 bits of `int i` in
// `i += item.get_local_range(0) * …`, which are cut to 32 and extended again in each round: no counter for scalar
// evolution. When it runs again, it does so again.
//
// Trigger: a phi in the header of a loop of which nobody uses the upper bits.
// Leaves:  a phi of fewer bits, and casts.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

void narrowCounters(llvm::Function &F);

} // namespace syclfuse::fuser
