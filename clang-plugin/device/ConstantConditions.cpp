// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConstantConditions.h"

using namespace clang;

namespace syclfuse::plugin {

static std::optional<bool> constantCondition(const Expr *Condition, const ASTContext &AST, unsigned Depth);

static bool declaresNoVariable(const Stmt *S) {
  const auto *Declarations = dyn_cast<DeclStmt>(S);
  return Declarations && llvm::none_of(Declarations->decls(), [](const Decl *D) { return isa<VarDecl>(D); });
}

// What S returns if the first thing that it does is to return a value that no argument decides. Returns is set if it
// is to return any value.
static std::optional<bool> returned(const Stmt *S, const ASTContext &AST, unsigned Depth, bool &Returns) {
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(S)) {
    Returns = true;
    return constantCondition(Return->getRetValue(), AST, Depth);
  }
  if (const auto *If = dyn_cast_or_null<IfStmt>(S); If && If->isConstexpr() && !If->getInit())
    return returned(constantBranch(*If, AST).value_or(nullptr), AST, Depth, Returns);
  const auto *Body = dyn_cast_or_null<CompoundStmt>(S);
  if (!Body)
    return std::nullopt;
  for (const Stmt *Inner : Body->body()) {
    if (declaresNoVariable(Inner))
      continue;
    std::optional<bool> Value = returned(Inner, AST, Depth, Returns);
    const auto *If = dyn_cast<IfStmt>(Inner);
    const bool DoesNothing =
        If && If->isConstexpr() && constantBranch(*If, AST) == std::optional<const Stmt *>(nullptr);
    if (Returns || !DoesNothing)
      return Value;
  }
  return std::nullopt;
}

// A call whose value is known without its arguments, as of members that ask for what the type tells.
static std::optional<bool> constantCall(const CallExpr &Call, const ASTContext &AST, unsigned Depth) {
  const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (Depth == 0 || !Callee || !Callee->isConstexpr() || !Callee->hasBody(Definition) ||
      (Method && Method->isVirtual()))
    return std::nullopt;
  bool Returns = false;
  return returned(Definition->getBody(), AST, Depth - 1, Returns);
}

std::optional<bool> constantCondition(const Expr *Condition, const ASTContext &AST) {
  return constantCondition(Condition, AST, /*Depth=*/0);
}

static std::optional<bool> constantCondition(const Expr *Condition, const ASTContext &AST, unsigned Depth) {
  if (!Condition || Condition->isValueDependent())
    return std::nullopt;
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    std::optional<bool> Value = constantCondition(Not->getSubExpr(), AST, Depth);
    return Value ? std::optional<bool>(!*Value) : std::nullopt;
  }
  if (const auto *Logical = dyn_cast<BinaryOperator>(E); Logical && Logical->isLogicalOp()) {
    // One side is enough if it decides: `x && false`.
    bool Deciding = Logical->getOpcode() == BO_LOr;
    std::optional<bool> Left = constantCondition(Logical->getLHS(), AST, Depth);
    if (Left == Deciding)
      return Deciding;
    std::optional<bool> Right = constantCondition(Logical->getRHS(), AST, Depth);
    if (Right == Deciding)
      return Deciding;
    return Left && Right ? std::optional<bool>(!Deciding) : std::nullopt;
  }
  bool Value = false;
  Expr::EvalResult Result;
  if (Condition->EvaluateAsRValue(Result, AST) && !Result.HasSideEffects &&
      Condition->EvaluateAsBooleanCondition(Value, AST))
    return Value;
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getType()->isBooleanType() ? constantCall(*Call, AST, Depth) : std::nullopt;
}

std::optional<const Stmt *> constantBranch(const IfStmt &If, const ASTContext &AST, bool ThroughCalls) {
  if (If.isConsteval()) // device code is never constant-evaluated
    return If.isNegatedConsteval() ? If.getThen() : If.getElse();
  constexpr unsigned MostCalls = 4;
  std::optional<bool> Value = constantCondition(If.getCond(), AST, ThroughCalls ? MostCalls : 0);
  if (!Value)
    return std::nullopt;
  const Stmt *Skipped = *Value ? If.getElse() : If.getThen();
  if (Skipped && containsLabel(Skipped))
    return std::nullopt;
  return *Value ? If.getThen() : If.getElse();
}

// The level itself belongs to code generation, of which the AST knows nothing but this macro.
bool isOptimized(const ASTContext &AST) { return AST.Idents.get("__OPTIMIZE__").hasMacroDefinition(); }

bool containsLabel(const Stmt *S) {
  if (!S)
    return false;
  if (isa<LabelStmt, SwitchCase>(S))
    return true;
  return llvm::any_of(S->children(), containsLabel);
}

} // namespace syclfuse::plugin
