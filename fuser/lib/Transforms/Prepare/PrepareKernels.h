// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of prepareKernels that are more than a pass.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces aliases by what they stand for: Clang makes one constructor an alias of another.
void resolveAliases(llvm::Module &M);

// Kernels of other compilers, which have flat arguments and no sycl.kernel.arguments, get it: their arguments count as
// a closure in which they lie one after the other, each aligned as its type is.
void describeArguments(llvm::Module &M);

// Each kernel with recursion below it, that calls through a pointer, uses a variable that is not constant or not
// defined, or calls a function that neither is defined nor a builtin, is removed from M and reported (SF3017, SF3021).
llvm::Error removeUnsoundKernels(llvm::Module &M);

// Everything but kernels becomes internal and is kept alive by kernels only: device code also holds virtual tables,
// constructors of variables and the functions they use, which nobody can run there.
void internalizeAllButKernels(llvm::Module &M);

// Takes attributes that forbid to optimize or inline (-O0, noinline) off all functions, and marks those that are no
// kernels for inlining.
void makeInlinable(llvm::Module &M);
// Clang forbids unrolling below -O2; loops over dimensions have to go at every level.
void allowUnrolling(llvm::Module &M);

// Work-item queries have one value per work-item and no effect: says so, so that equal ones are united.
void markQueries(llvm::Module &M);

// Device code has no errno: functions of the mathematics library are their value.
void markMathematics(llvm::Module &M);

// A failing assertion ends the program, and what prints reads its arguments: no other memory is affected, and nobody
// waits for other work-items.
void markHostServices(llvm::Module &M);

// sycl-flatten-arguments on every kernel. A kernel that is refused is removed from M and reported (SF3016).
llvm::Error flattenKernels(llvm::Module &M);

} // namespace syclfuse::fuser
