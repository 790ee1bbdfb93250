// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores past the caches, for outputs that are larger than them: the vector stores of the copy of the loop that runs
// when SYCL_FUSE_NATIVE_STREAM is set and its first addresses are aligned.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace syclfuse::fuser {

// Marks the function that is that copy.
inline constexpr llvm::StringLiteral StreamAttribute = "syclfuse-stream";
inline constexpr uint64_t StreamAlignment = 64; // a cache line

// Says at B that Address is StreamAlignment-aligned and that what is stored from there on may bypass the caches. It is
// a call until the vectorizer runs, since LLVM drops assumptions that nothing uses at once.
void emitStreamMarker(llvm::IRBuilder<> &B, llvm::Value *Address);

// Before vectorization: turns the markers into assumptions.
void materializeAssumptions(llvm::Function &F);

// After vectorization: vector stores in functions with StreamAttribute whose distance to a marked address proves them
// aligned to their size become non-temporal, and a fence is put at the end.
void markStreamingStores(llvm::Module &M);

} // namespace syclfuse::fuser
