// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells whether constants may take the place of a kernel's values without changing a bit of its results.
#pragma once

namespace llvm {
class Function;
}

namespace syclfuse::fuser {

// True if F, a prepared kernel, computes the same bits if some of its scalar arguments are constants. Prepared kernels
// keep mathematics from being evaluated (SealMathematics.h), and all other operations have one right result, those on
// floating point too, unless fast-math flags allow several: a kernel that may come to such an operation with a constant
// does not fold exactly. Excepted are the signs and payloads of NaNs, which LLVM promises nowhere.
bool foldsExactly(const llvm::Function &F);

} // namespace syclfuse::fuser
