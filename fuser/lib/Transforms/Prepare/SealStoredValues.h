// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps fast-math flags from acting across kernels.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// A value that a kernel stores may be read by the next kernel of a region. Once both are one function, the flags
// `contract`, `reassoc` and `arcp` on the operation that made it would let the optimizer merge it with operations of
// the other kernel, and the fused kernels would give other bits than the kernels one by one. So these operations lose
// the flags, in every kernel, fused or not. A multiplication and addition that `contract` allows to be one operation
// become llvm.fmuladd first, so that nothing is lost within the kernel. Flags elsewhere stay.
void sealStoredValues(llvm::Function &F);

} // namespace syclfuse::fuser
