// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-group runs on one thread, and nobody else sees its local memory: atomics on it need not be atomic.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// The synchronization scope of atomics on local memory, from where address spaces go until the loops over work-items
// are there: until then they say that work-items depend on each other.
constexpr llvm::StringLiteral LocalAtomicsScope = "sycl-fuse-local";

void markLocalAtomics(llvm::Module &M);
void lowerLocalAtomics(llvm::Module &M);

} // namespace syclfuse::fuser
