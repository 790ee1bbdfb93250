// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace syclfuse::fuser {

inline constexpr llvm::StringLiteral NativeTriple = "x86_64-unknown-linux-gnu";

// For x86-64-v2 and what functions ask for by their attributes. Null if LLVM has no x86 back end. One for each thread:
// LLVM makes a description of each processor for each machine anew, which takes as long as the code of a small kernel.
llvm::TargetMachine *nativeMachine();

} // namespace syclfuse::fuser
