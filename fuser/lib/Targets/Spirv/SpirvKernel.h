// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Target.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Plain ranges have work-groups of one work-item, but the driver chooses how it runs them: group ids and counts of
// groups become those of work-items. Every query becomes a call with the type that the SPIR-V variable has. Queries
// must be in canonical form and specialized.
void adaptQueriesForSpirv(llvm::Function &Kernel, const LaunchShape &Shape);

// Makes the flat Kernel the entry point EntryName in the way OpenCL drivers expect it, and consumes it:
//   pointers       to CrossWorkgroup memory; those whose source is local memory, to Workgroup memory
//   byval          a struct of integers as wide as the alignment, so that the driver aligns it
//   bools          as bytes
//   local memory   of the local accessors, if used: one more pointer to Workgroup memory, at the end
// Sets required sizes as metadata (execution modes) and fills in V's arguments, local memory and sub-group size. SF4004
// for an argument with no such form.
llvm::Expected<llvm::Function *> buildSpirvKernel(llvm::Function &Kernel, llvm::StringRef EntryName,
                                                  const LaunchShape &Shape, bundle::builder::variant &V);

} // namespace syclfuse::fuser
