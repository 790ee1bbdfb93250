// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConstantConditions.h"

using namespace clang;

namespace syclfuse::plugin {

std::optional<bool> constantCondition(const Expr *Condition, const ASTContext &AST) {
  if (!Condition || Condition->isValueDependent())
    return std::nullopt;
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    std::optional<bool> Value = constantCondition(Not->getSubExpr(), AST);
    return Value ? std::optional<bool>(!*Value) : std::nullopt;
  }
  if (const auto *Logical = dyn_cast<BinaryOperator>(E); Logical && Logical->isLogicalOp()) {
    // One side is enough if it decides: `x && false`.
    bool Deciding = Logical->getOpcode() == BO_LOr;
    std::optional<bool> Left = constantCondition(Logical->getLHS(), AST);
    if (Left == Deciding)
      return Deciding;
    std::optional<bool> Right = constantCondition(Logical->getRHS(), AST);
    if (Right == Deciding)
      return Deciding;
    return Left && Right ? std::optional<bool>(!Deciding) : std::nullopt;
  }
  bool Value = false;
  Expr::EvalResult Result;
  if (!Condition->EvaluateAsRValue(Result, AST) || Result.HasSideEffects ||
      !Condition->EvaluateAsBooleanCondition(Value, AST))
    return std::nullopt;
  return Value;
}

std::optional<const Stmt *> constantBranch(const IfStmt &If, const ASTContext &AST) {
  if (If.isConsteval()) // device code is never constant-evaluated
    return If.isNegatedConsteval() ? If.getThen() : If.getElse();
  std::optional<bool> Value = constantCondition(If.getCond(), AST);
  if (!Value)
    return std::nullopt;
  const Stmt *Skipped = *Value ? If.getElse() : If.getThen();
  if (Skipped && containsLabel(Skipped))
    return std::nullopt;
  return *Value ? If.getThen() : If.getElse();
}

bool containsLabel(const Stmt *S) {
  if (!S)
    return false;
  if (isa<LabelStmt, SwitchCase>(S))
    return true;
  return llvm::any_of(S->children(), containsLabel);
}

} // namespace syclfuse::plugin
