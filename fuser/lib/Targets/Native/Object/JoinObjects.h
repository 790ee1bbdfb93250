// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace syclfuse::fuser {

// Joins x86-64 ELF objects of emitNativeObject into one, in the given order, as `ld -r` does. What is not defined in
// one is looked for in the others. The names in Local become local symbols. SF3010 for what is no such object and for
// names that are defined twice.
llvm::Expected<llvm::SmallVector<char, 0>> joinNativeObjects(llvm::ArrayRef<llvm::StringRef> Objects,
                                                             llvm::ArrayRef<std::string> Local);

} // namespace syclfuse::fuser
