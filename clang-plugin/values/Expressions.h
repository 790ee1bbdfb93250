// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expressions that stand in a statement, and what they name.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Calls Visit with each expression in S, from the outside in: S itself, and those in the bodies of lambdas too.
void forEachExpression(const clang::Stmt *S, llvm::function_ref<void(const clang::Expr *)> Visit);

// The variable, and the field, that E names by itself; null if E is null or something else.
const clang::VarDecl *variableNamed(const clang::Expr *E);
const clang::FieldDecl *fieldNamed(const clang::Expr *E);

} // namespace syclfuse::plugin
