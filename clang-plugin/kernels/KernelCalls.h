// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that a kernel runs, as the host compiler sees them: from the loop over its work-items on, whose call of
// the function object says which call operator the kernel has, to what that calls.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

class KernelCalls {
public:
  // The functions of the kernel with this entry point: callers before what they call, each once, with those that are
  // only declared. Destructors are left out, and so is what is called through pointers.
  llvm::SmallVector<const clang::FunctionDecl *, 0> from(const clang::FunctionDecl *Entry);

private:
  using Callees = llvm::SmallVector<const clang::FunctionDecl *, 0>;
  const Callees &calleesOf(const clang::FunctionDecl *FD);

  llvm::DenseMap<const clang::FunctionDecl *, Callees> Known; // by canonical declaration
};

} // namespace syclfuse::plugin
