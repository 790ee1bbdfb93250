// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expressions that stand in a statement.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Calls Visit with each expression in S, from the outside in: S itself, and those in the bodies of lambdas too.
void forEachExpression(const clang::Stmt *S, llvm::function_ref<void(const clang::Expr *)> Visit);

} // namespace syclfuse::plugin
