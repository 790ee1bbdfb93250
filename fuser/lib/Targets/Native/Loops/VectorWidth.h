// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How wide the vectors of level 4 are. 512 bits compute twice as much at a time, and are slower where a loop waits for
// memory.
#pragma once

#include "llvm/IR/Function.h"

namespace syclfuse::fuser {

// The bits that F, of level 4 and not vectorized yet, is to prefer: 512 if one of its innermost loops computes much for
// each access to memory, else 256.
unsigned preferredVectorBits(llvm::Function &F);

} // namespace syclfuse::fuser
