// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors and refusals of passes that run under opt, told to its context. In sycl-fuse they are returned instead.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class LLVMContext;
} // namespace llvm

namespace syclfuse::fuser {

// E as one error of the context, which decides what that means (opt ends with exit code 1); several errors are a line
// each.
void diagnose(llvm::LLVMContext &C, llvm::Error E);

// Every entry of Remarks as a remark of Pass on F: what was done (SF3027) as passed, everything else as missed.
void emitRemarks(llvm::Function &F, const char *Pass, const diagnostics &Remarks);

// The body of a pass that replaces the functions Concerns says yes to, each by itself; one that fails is left as it is.
llvm::PreservedAnalyses
replaceFunctions(llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> Concerns,
                 llvm::function_ref<llvm::Expected<llvm::Function *>(llvm::Function &)> Replace);

} // namespace syclfuse::fuser
