// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// As textual IR.
std::string textOf(const llvm::Module &M);

// SF3010, What and what the verifier says, if M is invalid: a fault of ours.
llvm::Error verify(const llvm::Module &M, const llvm::Twine &What);

} // namespace syclfuse::fuser
