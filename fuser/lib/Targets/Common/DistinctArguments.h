// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LaunchShape::DistinctPointers: no two pointer arguments lead to the same memory.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Marks the pointer arguments of the kernel noalias.
void markDistinctArguments(llvm::Function &Kernel);

// Forwards what is stored through one such argument to later loads through it, so that the temporaries of a fused
// kernel are written but not read back. F: the work-item function, or one with its parameters.
void exploitDistinctArguments(llvm::Function &F);

} // namespace syclfuse::fuser
