// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Expressions.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

struct Visitor : RecursiveASTVisitor<Visitor> {
  llvm::function_ref<void(const Expr *)> Visit;
  explicit Visitor(llvm::function_ref<void(const Expr *)> Visit) : Visit(Visit) {}
  bool VisitExpr(Expr *E) { return Visit(E), true; }
};

} // namespace

void forEachExpression(const Stmt *S, llvm::function_ref<void(const Expr *)> Visit) {
  Visitor(Visit).TraverseStmt(const_cast<Stmt *>(S));
}

} // namespace syclfuse::plugin
