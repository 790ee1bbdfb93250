// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions on a condition, in loops that the vectorizer is about to see. Where all work-items of a vector have one
// quotient, as `x[c % n]` and `x[id / 16 % n]`, it (LLVM 22.1) divides for the first of them, and only if that meets
// the condition: the others took a number that nobody had computed. Such divisions become unconditional; by 0 they
// divide by 1, which nobody sees. Where what they divide is known on the condition only, as a load or a phi, the
// vectorizer does not get to see that work-items share a quotient.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace syclfuse::fuser {

// Of innermost loops.
void makeDivisionsSafe(const llvm::LoopInfo &LI, const llvm::DominatorTree &DT);

} // namespace syclfuse::fuser
