// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions of native kernels as IR: __sycl_math_<name>_<f32 or f64>. They have no branches, so that
// the vectorizer makes vectors of them, with the same bits in every element as in the scalar form. What a function has
// to do for few arguments only is one of its own, __sycl_math_rare_<name>, behind a branch.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// The function Name (`sin`) of T, float or double; "" if the library has none.
std::string mathSymbol(llvm::StringRef Name, const llvm::Type *T);
bool isMathSymbol(llvm::StringRef Symbol);
bool isRareFunction(llvm::StringRef Symbol);
// Defines the functions of the library that M declares, and what they call.
llvm::Error linkMathLibrary(llvm::Module &M);

} // namespace syclfuse::fuser
