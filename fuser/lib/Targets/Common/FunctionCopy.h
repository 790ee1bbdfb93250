// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of a function.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace syclfuse::fuser {

// F as an internal function of type T, which has F's parameters and may have more; where T returns something else, the
// caller replaces the returns. Map, which may say what is not to be copied, gets the copy of each value.
llvm::Function *copyAs(llvm::Function &F, llvm::FunctionType *T, llvm::StringRef Suffix, llvm::ValueToValueMapTy &Map);

// Of F, whose conditions may have become constants: what is not reached goes, and blocks in a row become one.
void dropUnreached(llvm::Function &F);

} // namespace syclfuse::fuser
