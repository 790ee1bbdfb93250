// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the body of one function as the device executes it: through default arguments, member initializers, and
// implicit calls of constructors and destructors; not through what is unevaluated, known when it is compiled, or behind
// a constant condition. Gives each statement to the checks, and each called function to a callback.
#pragma once

#include "DeviceCheck.h"

namespace syclfuse::plugin {

class BodyWalker {
public:
  // The function that is called, the place, the expression or null, and whether only its address is taken.
  using OnCall =
      llvm::function_ref<void(const clang::FunctionDecl *, clang::SourceLocation, const clang::Expr *, bool)>;

  BodyWalker(DeviceContext &C, OnCall Call) : C(C), AST(C.AST), Call(Call) {}
  void walkFunction();

private:
  // True if execution may continue after S.
  bool walk(const clang::Stmt *S);
  bool walkStatement(const clang::Stmt *S);
  bool walkSequence(const clang::CompoundStmt &Body);
  bool walkIf(const clang::IfStmt &If);
  bool walkLoop(const clang::Stmt *S, const clang::Expr *Condition);
  void walkDeclarations(const clang::DeclStmt &S);
  void walkVariable(const clang::VarDecl &VD);
  void walkMembers(const clang::CXXConstructorDecl &Constructor);
  void destroyMembers(const clang::CXXDestructorDecl &Destructor);

  void walkExpression(const clang::Expr *E);
  void walkCall(const clang::CallExpr &E);
  void walkBranches(const clang::Expr &E);
  void walkChildren(const clang::Stmt *S);
  void walkReference(const clang::Expr &E, const clang::ValueDecl *D);

  void call(const clang::FunctionDecl *FD, clang::SourceLocation Location, const clang::Expr *E,
            bool TakesAddress = false);
  void destroy(clang::QualType T, clang::SourceLocation Location);

  DeviceContext &C;
  const clang::ASTContext &AST;
  OnCall Call;
};

} // namespace syclfuse::plugin
