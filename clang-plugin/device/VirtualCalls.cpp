// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of virtual functions whose target is not known when the kernel is compiled. SYCL 2020, 5.4: classes with
// virtual functions may be used, calls of them not.
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

// The virtual function that S calls through the object's table, or null.
static const CXXMethodDecl *virtualCallee(const Stmt &S, const ASTContext &AST) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(&S);
  if (!Call) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
    const auto *Method = Operator ? dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee()) : nullptr;
    if (!Method || !Method->isVirtual() || Method->getDevirtualizedMethod(Operator->getArg(0), false))
      return nullptr;
    return Method;
  }
  const Expr *Callee = Call->getCallee()->IgnoreParens();
  const auto *Member = dyn_cast<MemberExpr>(Callee);
  if (!Member) { // through a pointer to a member
    const auto *Target = dyn_cast_or_null<CXXMethodDecl>(calleeOf(S, AST));
    return Target && Target->isVirtual() ? Target : nullptr;
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
  if (!Method || !Method->isVirtual() || Member->hasQualifier())
    return nullptr;
  return Method->getDevirtualizedMethod(Member->getBase(), false) ? nullptr : Method;
}

bool checkVirtualCall(const Stmt &S, DeviceContext &C) {
  const CXXMethodDecl *Method = virtualCallee(S, C.AST);
  if (!Method)
    return false;
  return C.report(diag::device_virtual_call, cast<CallExpr>(S).getExprLoc(), {Method->getQualifiedNameAsString()},
                  {{Method->getLocation(), "declared here"}});
}

} // namespace syclfuse::plugin
