// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the code of mathematical functions where native kernels call them.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces the intrinsics, remainders (frem) and calls of the C library in M that MathLibrary.h has a function for, of
// scalars and element by element of vectors; half is computed in float. The code is inlined up to a size; what is
// beyond calls the same functions, with the same results. Other functions stay. For modules whose work-item loops are
// built: their accesses are marked as independent, and so are those of the functions.
llvm::Error inlineMathematics(llvm::Module &M);
// True if inlineMathematics would replace the function Name of FastFunctions.def.
bool isInlineMathematics(llvm::StringRef Name);
// True if inlineMathematics has put code into the module of F.
bool hasMathematics(const llvm::Function &F);
// True if inlineMathematics would replace I.
bool isMathematics(const llvm::Instruction &I);
// True if it would put code into F.
bool callsMathematics(const llvm::Function &F);

} // namespace syclfuse::fuser
