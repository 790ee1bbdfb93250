// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the vectorizer make vectors of mathematics that has a branch for rare arguments (MathLibrary.h).
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Before vectorization: the functions for rare arguments get masked vector forms of every width.
void declareRareVectors(llvm::Module &M);
// After it: where a vector form is called, elements are computed one by one if the mask has any. Removes the others.
void defineRareVectors(llvm::Module &M);
// The branches that M has for rare arguments.
unsigned rareBranches(const llvm::Module &M);

} // namespace syclfuse::fuser
