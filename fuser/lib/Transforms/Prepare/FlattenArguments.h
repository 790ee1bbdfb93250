// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-flatten-arguments: a kernel that takes its closure by value takes the fields it uses instead.
//
// Trigger: a kernel without sycl.kernel.arguments whose only parameter is a pointer with `byval`.
// Needs:   the calls that the closure is passed to inlined, memory copies of it split up as far as SROA can.
// Leaves:  one argument per field that is read, in the order of their offsets, and sycl.kernel.arguments with
// submission 0.
//          Pointers loaded from the closure point to global memory, their argument is `ptr addrspace(1)`. What is read
//          with an index known at run time only, or copied as a whole, is a `byval([N x i8])` argument that is never
//          written to. Kernels that are flat already stay as they are.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// F is gone if it was rewritten; the result takes its place. SF3016 if the closure is used in a way that cannot be
// flattened; F is then unchanged.
llvm::Expected<llvm::Function *> flattenArguments(llvm::Function &F);

// True if flattenArguments has something to do.
bool takesClosure(const llvm::Function &F);

struct FlattenArgumentsPass : llvm::PassInfoMixin<FlattenArgumentsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
