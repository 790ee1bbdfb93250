// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the code that never runs because a condition is constant, as the compiler does.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// The value of a condition if it does not depend on what happens when the program runs.
std::optional<bool> constantCondition(const clang::Expr *Condition, const clang::ASTContext &AST);
// The branch that an `if` takes if that is known; null is an absent `else`. With ThroughCalls also where the condition
// calls functions that return one value whatever their arguments are: it is evaluated then.
std::optional<const clang::Stmt *> constantBranch(const clang::IfStmt &If, const clang::ASTContext &AST,
                                                  bool ThroughCalls = false);
// True if the code is optimized: what only an optimizer sees to be unreachable is left out then.
bool isOptimized(const clang::ASTContext &AST);
// True if a jump can lead into S.
bool containsLabel(const clang::Stmt *S);

} // namespace syclfuse::plugin
