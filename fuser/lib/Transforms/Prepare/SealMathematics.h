// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the optimizer from computing what the target computes otherwise.
#pragma once

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Once kernels are one function, or a value of a kernel is a constant, LLVM would evaluate functions of constants with
// the host's mathematics, write pow(x, 2) with other operations, round a product of constants by itself although the
// target rounds product and sum at once, and pick either zero as the larger one: the fused kernels would give other
// bits than the kernels one by one. So in every kernel, fused or not,
// - functions that have more than one right result are `nobuiltin`: they stay calls;
// - llvm.fmuladd is llvm.fma, marked and `nobuiltin`, so that all that is done to it holds with one rounding and with
// two;
// - llvm.minnum and llvm.maxnum are llvm.minimumnum and llvm.maximumnum, where -0 is less than +0.
// Vectors too. Twice is as once.
void sealMathematics(llvm::Function &F);

// How a target computes a multiply-add.
enum class MultiplyAdd {
  Once,    // one operation
  Twice,   // fmul and fadd
  AsLikes, // llvm.fmuladd: whatever is faster there
};
void unsealMultiplyAdd(llvm::Function &F, MultiplyAdd How);

// The tool that must not see that a value is constant.
enum class ConstantFolder {
  X86Optimizer,
  AmdgpuOptimizer,
  PtxAssembler, // ptxas evaluates what it is given, and rounds approximations otherwise than the GPU
};

// Hides the constants of sealed calls in registers that no optimizer looks into. It is needed because the vector forms
// that the optimizer makes of the calls, and the library code that takes their place, are not sealed.
void hideSealedConstants(llvm::Function &F, ConstantFolder From);

// Last of all: the same for calls of which only now, or in the code of a library, everything has become constant.
void hideConstantCalls(llvm::Function &F, ConstantFolder From);

// True if the optimizer gives the target's bits when it evaluates a call with constants, or does not evaluate it.
bool keepsBits(const llvm::CallBase &Call);

} // namespace syclfuse::fuser
