// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native work-item loops: a retargeted kernel becomes an entry function of native_abi.h, with the loops that run its
// work-items.
#pragma once

#include "Targets/Target.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces Kernel by a function EntryName, and one named streamName() for large outputs if there are any. Kernel must
// have been retargeted, its queries specialized. The innermost loop over work-items says that its iterations are
// independent, which is what SYCL promises, so that it is vectorized without run-time checks. Phase is told what has
// just been done: "builtins", "group-functions", "barrier-regions" or, in place of these, "kernel-parts"
// (KernelParts.h); then "work-item-loops". SF4004 if the kernel needs more than 256 KiB of local memory, or keeps more
// than 256 MiB over a barrier for a work-group: 64 KiB for a work-item of one whose size is not known.
llvm::Expected<llvm::Function *> buildNativeEntry(llvm::Function &Kernel, llvm::StringRef EntryName,
                                                  const LaunchShape &Shape, unsigned SubGroupSize,
                                                  llvm::function_ref<void(llvm::StringRef)> Phase);
std::string streamName(llvm::StringRef EntryName);
// And one for launches with ids that do not fit in 32 bits, if the kernel truncates them.
std::string wideName(llvm::StringRef EntryName);

} // namespace syclfuse::fuser
