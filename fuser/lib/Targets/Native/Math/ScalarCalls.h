// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the vectorizer make vectors of loops with calls of functions that have no vector form: one such call would keep
// the whole loop scalar, with all that kernels have been fused into it.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Before vectorization: functions of the C library, the mathematics that was not inlined, and what is for rare
// arguments (MathLibrary.h) get masked vector forms of every width. Nothing if M will not be optimized.
void declareVectorForms(llvm::Module &M, bool Optimize);
// After it: where a vector form is called, elements are computed one by one, if the mask has any. Removes the others.
void defineVectorForms(llvm::Module &M);
// The branches that M has for rare arguments.
unsigned rareBranches(const llvm::Module &M);

} // namespace syclfuse::fuser
