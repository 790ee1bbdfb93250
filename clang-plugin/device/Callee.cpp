// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

// The function that a constant pointer, reference or pointer to member is.
static const FunctionDecl *constantFunction(const Expr *E, const ASTContext &AST) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !(E->isGLValue() ? E->EvaluateAsLValue(Result, AST) : E->EvaluateAsRValue(Result, AST)))
    return nullptr;
  if (Result.Val.isMemberPointer())
    return dyn_cast_or_null<FunctionDecl>(Result.Val.getMemberPointerDecl());
  if (!Result.Val.isLValue() || !Result.Val.getLValueBase())
    return nullptr;
  return dyn_cast_or_null<FunctionDecl>(Result.Val.getLValueBase().dyn_cast<const ValueDecl *>());
}

static const FunctionDecl *calleeOfCall(const CallExpr &Call, const ASTContext &AST) {
  if (const FunctionDecl *Direct = Call.getDirectCallee())
    return Direct;
  const Expr *Callee = Call.getCallee()->IgnoreParens();
  if (const auto *Operator = dyn_cast<BinaryOperator>(Callee); Operator && Operator->isPtrMemOp())
    return constantFunction(Operator->getRHS(), AST);
  return isa<CXXPseudoDestructorExpr>(Callee) ? nullptr : constantFunction(Callee, AST);
}

const FunctionDecl *calleeOf(const Stmt &S, const ASTContext &AST) {
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    return calleeOfCall(*Call, AST);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S))
    return Construct->getConstructor();
  if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(&S))
    return Inherited->getConstructor();
  if (const auto *New = dyn_cast<CXXNewExpr>(&S))
    return New->getOperatorNew();
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&S))
    return Delete->getOperatorDelete();
  return nullptr;
}

llvm::StringRef libraryName(const FunctionDecl &FD) {
  if (!FD.getIdentifier() || !(FD.isExternC() || FD.isInStdNamespace() || FD.getBuiltinID()))
    return {};
  return FD.getName();
}

} // namespace syclfuse::plugin
