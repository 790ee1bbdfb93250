// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of widths that SPIR-V for OpenCL lacks. LLVM makes them where a structure has padding: a bool and the three
// bytes behind it are an i8 and an i24.
#pragma once

namespace llvm {
class Function;
}

namespace syclfuse::fuser {

// Gives integers of less than 64 bits the next width that SPIR-V has; the bits above are zero. A function that does
// more with one than to compare it without sign, to compute what its low bits give, or to choose it (from memory, as
// an argument, with a sign) stays as it is, and is refused.
void widenIntegers(llvm::Function &F);

} // namespace syclfuse::fuser
