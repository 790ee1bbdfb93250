// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes mathematics of two results, of integers and of exponents with instructions that every target has.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces the calls of the functions and intrinsics in MathCalls.def, in all functions of M. Leaves intrinsics of
// vectors, and functions that M defines or whose types are not the C library's. What is written gives the same bits on
// every target, and reaches memory by plain stores, so that later passes see what a kernel accesses.
void expandMathCalls(llvm::Module &M);

} // namespace syclfuse::fuser
