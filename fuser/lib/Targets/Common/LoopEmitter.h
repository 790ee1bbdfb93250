// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counted loops, and what tells LLVM that the iterations of one over work-items are independent.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace syclfuse::fuser {

// Rolled: not unrolled. Strip: parallel, of few iterations; vectorized first, then unrolled. Row: vectorized first,
// then maybe unrolled. Whole: one vector of all iterations, from 0 to a constant. Few: neither vectorized nor unrolled.
enum class LoopKind { Plain, Parallel, Rolled, Strip, Row, Whole, Few };

// Emits `for (i = First; i < Last; ++i) Body(i)` at B, unsigned and 64-bit, and leaves B behind it.
void emitLoop(llvm::IRBuilder<> &B, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name, LoopKind Kind,
              llvm::function_ref<void(llvm::Value *)> Body);

// Puts the memory accesses of a work-item function into the access group that parallel loops of its module are parallel
// over: all but atomics, volatile accesses and those to its own stack variables, which its iterations do share.
void markIndependentAccesses(llvm::Function &F);

} // namespace syclfuse::fuser
