// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native work-item loops (document 004, "work-item scheduling and barriers"): a retargeted kernel becomes an entry function of
// native_abi.h, with the loops that run its work-items.
#pragma once

#include "syclfuse/fuser/Target.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Marks the copy of the loop whose stores may bypass the caches; see markStreamingStores.
inline constexpr llvm::StringLiteral StreamAttribute = "syclfuse-stream";

// Replaces Kernel by a function EntryName. Kernel must have been retargeted, its queries specialized. The innermost loop over
// work-items says that its iterations are independent, which is what SYCL promises, so that it is vectorized without run-time
// checks. SF4004 if the kernel needs more than 256 KiB of stack for a work-group whose size is known.
llvm::Expected<llvm::Function *> buildNativeEntry(llvm::Function &Kernel, llvm::StringRef EntryName,
                                                  const LaunchShape &Shape);

// After vectorization: vector stores of functions with StreamAttribute that are aligned to their size become non-temporal, and a
// fence is put at the end.
void markStreamingStores(llvm::Module &M);

} // namespace syclfuse::fuser
