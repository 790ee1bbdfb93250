// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions on a condition, in loops that the vectorizer is about to see. Where all work-items of a vector have one
// quotient, as `x[c % n]` and `x[id / 16 % n]`, it (LLVM 22.1) divides for the first of them, and only if that meets
// the condition: the others took a number that nobody had computed. Such divisions become unconditional; by 0 they
// divide by 1, which nobody sees.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace syclfuse::fuser {

// Innermost loops only, and what addresses are computed from.
void makeDivisionsSafe(const llvm::LoopInfo &LI, const llvm::DominatorTree &DT);

} // namespace syclfuse::fuser
