// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Expressions.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

struct Visitor : DynamicRecursiveASTVisitor {
  llvm::function_ref<void(const Expr *)> Visit;
  explicit Visitor(llvm::function_ref<void(const Expr *)> Visit) : Visit(Visit) {}
  bool VisitExpr(Expr *E) override { return Visit(E), true; }
};

} // namespace

void forEachExpression(const Stmt *S, llvm::function_ref<void(const Expr *)> Visit) {
  Visitor(Visit).TraverseStmt(const_cast<Stmt *>(S));
}

const VarDecl *variableNamed(const Expr *E) {
  const auto *R = dyn_cast_or_null<DeclRefExpr>(E);
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

const FieldDecl *fieldNamed(const Expr *E) {
  const auto *M = dyn_cast_or_null<MemberExpr>(E);
  return M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
}

} // namespace syclfuse::plugin
