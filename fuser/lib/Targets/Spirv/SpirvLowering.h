// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites code that LLVM's SPIR-V back end cannot select, or selects with another meaning.
#pragma once

namespace llvm {
class AtomicCmpXchgInst;
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces, in all functions of M: atomics and fences (SpirvAtomics), bools in memory and in arithmetic, the
// intrinsics that SpirvIntrinsics.def calls lowered, and the functions of the C mathematics library by those of OpenCL
// C. What it leaves is for checkSpirv() to judge.
void lowerForSpirv(llvm::Module &M);

// Pointers that lie in variables and in arguments by value are loaded and stored as integers: of a variable that a
// pointer is stored to, the back end of LLVM 22 makes one that has room for this pointer alone.
void keepTypesOfVariables(llvm::Module &M);

// Atomic instructions become calls of `__spirv_Atomic<Op>(pointer, scope, semantics, …)`, since the back end makes
// plain accesses of atomic loads and stores and leaves out which memory is ordered. What SPIR-V has no instruction for
// (floating point without an extension, wrapping increments) becomes a loop around a compare-exchange. Types other than
// 32- and 64-bit integers and floats are left as they are. True if I was replaced.
bool lowerSpirvAtomic(llvm::Instruction &I);

} // namespace syclfuse::fuser
