// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expressions of BodyWalker.
#include "BodyWalker.h"
#include "ConstantConditions.h"

using namespace clang;

namespace syclfuse::plugin {

void BodyWalker::walkChildren(const Stmt *S) {
  for (const Stmt *Child : S->children())
    walk(Child);
}

void BodyWalker::walkExpression(const Expr *E) {
  if (isa<ConstantExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr, TypeTraitExpr>(E))
    return; // a constant, or unevaluated
#define SF_DEVICE_CHECK(Name)                                                                                          \
  if (check##Name(*E, C))                                                                                              \
    return;
#include "DeviceChecks.def"
  SourceLocation Location = E->getExprLoc();
  switch (E->getStmtClass()) {
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::ChooseExprClass:
    return walkBranches(*E);
  case Stmt::GenericSelectionExprClass:
    walk(cast<GenericSelectionExpr>(E)->getResultExpr());
    return;
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return walkCall(*cast<CallExpr>(E));
  case Stmt::LambdaExprClass: // its body is walked when it is called
    for (const Expr *Capture : cast<LambdaExpr>(E)->capture_inits())
      walk(Capture);
    return;
  case Stmt::CXXDefaultArgExprClass:
    walk(cast<CXXDefaultArgExpr>(E)->getExpr());
    return;
  case Stmt::CXXDefaultInitExprClass:
    walk(cast<CXXDefaultInitExpr>(E)->getExpr());
    return;
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXInheritedCtorInitExprClass:
  case Stmt::CXXNewExprClass:
    call(calleeOf(*E, AST), Location, E);
    break;
  case Stmt::CXXDeleteExprClass:
    call(calleeOf(*E, AST), Location, E);
    destroy(cast<CXXDeleteExpr>(E)->getDestroyedType(), Location);
    break;
  case Stmt::CXXBindTemporaryExprClass:
    walkChildren(E);
    call(cast<CXXBindTemporaryExpr>(E)->getTemporary()->getDestructor(), Location, nullptr);
    return;
  case Stmt::DeclRefExprClass:
    return walkReference(*E, cast<DeclRefExpr>(E)->getDecl());
  case Stmt::ArrayInitLoopExprClass:
    walk(cast<ArrayInitLoopExpr>(E)->getCommonExpr()->getSourceExpr());
    walk(cast<ArrayInitLoopExpr>(E)->getSubExpr());
    return;
  case Stmt::OpaqueValueExprClass: // is walked where it is bound
    return;
  default:
    break;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E); List && !List->isSemanticForm() && List->getSemanticForm())
    E = List->getSemanticForm();
  walkChildren(E);
}

// The operands that are evaluated: not those that a constant condition leaves out.
void BodyWalker::walkBranches(const Expr &E) {
  if (const auto *Choose = dyn_cast<ChooseExpr>(&E)) {
    walk(Choose->getChosenSubExpr());
    return;
  }
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(&E)) {
    std::optional<bool> Value = constantCondition(Conditional->getCond(), AST);
    if (!Value)
      return walkChildren(&E);
    walk(*Value ? Conditional->getTrueExpr() : Conditional->getFalseExpr());
    return;
  }
  const auto &Operator = cast<BinaryOperator>(E);
  if (Operator.isLogicalOp()) {
    std::optional<bool> Left = constantCondition(Operator.getLHS(), AST);
    if (Left == (Operator.getOpcode() == BO_LOr))
      return;
  }
  walkChildren(&E);
}

void BodyWalker::walkCall(const CallExpr &E) {
  const FunctionDecl *Callee = calleeOf(E, AST);
  if (Callee && Callee->getBuiltinID()) {
    // A builtin that is a constant is not called; some do not evaluate their arguments.
    Expr::EvalResult Value;
    if (E.EvaluateAsRValue(Value, AST) && !Value.HasSideEffects)
      return;
  }
  call(Callee, E.getExprLoc(), &E);
  // The function itself is not an operand; the object of a member function is.
  const Expr *Named = E.getCallee()->IgnoreParenImpCasts();
  if (!(isa<DeclRefExpr>(Named) && isa<FunctionDecl>(cast<DeclRefExpr>(Named)->getDecl())))
    walk(E.getCallee());
  for (const Expr *Argument : E.arguments())
    walk(Argument);
}

void BodyWalker::walkReference(const Expr &E, const ValueDecl *D) {
  if (const auto *FD = dyn_cast<FunctionDecl>(D))
    call(FD, E.getExprLoc(), nullptr, /*TakesAddress=*/true);
  // A binding of a tuple-like object stands for a variable that was walked; other ones for an expression without calls.
}

} // namespace syclfuse::plugin
