// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many vectors of work-items a loop computes side by side. LLVM's vectorizer interleaves small loops only.
#pragma once

#include "llvm/Analysis/LoopInfo.h"

namespace syclfuse::fuser {

// Before vectorization: innermost loops whose operations wait for each other are marked with the number of vectors that
// keeps a processor busy, unless they are marked already. HasMathematics: whether mathematical functions are in them.
// VectorRegisters: of the processor.
void interleaveLoops(llvm::LoopInfo &LI, bool HasMathematics, unsigned VectorRegisters);

} // namespace syclfuse::fuser
