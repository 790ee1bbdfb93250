// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics whose precision is the implementation's choice: FastFunctions.def.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Precise: as the functions without the prefix, which is what targets without instructions for them do. Nvptx: the
// approximations of NVIDIA GPUs, with their errors (PTX ISA, 9.7.3), for numbers that are not denormal at the least.
enum class FastMath { Precise, Nvptx };

// Replaces the calls of the functions in M by intrinsics and instructions. A function of such a name with other types
// than float stays, for the target to refuse.
void lowerFastMath(llvm::Module &M, FastMath How);

} // namespace syclfuse::fuser
