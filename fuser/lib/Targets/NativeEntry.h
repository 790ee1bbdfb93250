// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native work-item loops (document 004, "work-item scheduling and barriers"): a retargeted kernel becomes an entry
// function of native_abi.h, with the loops that run its work-items.
#pragma once

#include "syclfuse/fuser/Target.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces Kernel by a function EntryName. Kernel must have been retargeted, its queries specialized. The innermost
// loop over work-items says that its iterations are independent, which is what SYCL promises, so that it is vectorized
// without run-time checks. SF4004 if the kernel needs more than 256 KiB of stack for a work-group whose size is known.
llvm::Expected<llvm::Function *> buildNativeEntry(llvm::Function &Kernel, llvm::StringRef EntryName,
                                                  const LaunchShape &Shape);

} // namespace syclfuse::fuser
