// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and differences with a carry, in the form that code generation gives them.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Comparisons that ask for the carry of a scalar sum or difference become the intrinsics which have both, in basic
// blocks of more than 1000 instructions; smaller ones are left to LLVM. Its CodeGenPrepare makes the same ones, but
// begins the function anew after each of them: with thousands in a block, as hashes and arithmetic in finite fields
// have, that takes minutes.
void formCarries(llvm::Module &M);

} // namespace syclfuse::fuser
