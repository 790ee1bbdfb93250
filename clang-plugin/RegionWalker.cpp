// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements of a function, in the order in which they run. What calls mean to a region is in RegionCalls.cpp.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// Longer loops around submissions are no sequence that anybody wants in one kernel.
static constexpr uint64_t MaxTripCount = 64;

std::vector<RegionBuilder> RegionWalker::walk(const FunctionDecl *FD) {
  Stack.push_back(FD);
  statement(FD->getBody(), Follow.root(FD));
  Stack.pop_back();
  for (auto &R : Open) {
    refuse(*R, diag::region_not_completed, R->Begin, {});
    Done.push_back(std::move(*R));
  }
  Open.clear();
  return std::move(Done);
}

void RegionWalker::statements(const Stmt *Parent, const Env *In) {
  for (const Stmt *Child : Parent->children())
    statement(Child, In);
}

void RegionWalker::framed(const Stmt *S, const Env *In, SourceLocation Location, const char *What) {
  if (!S)
    return;
  Frames.push_back({NextFrame++, Location, What});
  statement(S, In);
  Frames.pop_back();
}

void RegionWalker::repeated(const Stmt *Body, const Env *In, uint64_t Times) {
  SourceLocation Outer = Horizon;
  if (Horizon.isInvalid())
    Horizon = Body->getEndLoc();
  for (uint64_t I = 0; I != Times; ++I)
    statement(Body, In);
  Horizon = Outer;
}

std::optional<bool> RegionWalker::condition(const Expr *E) {
  bool Value = false;
  if (!E || E->isValueDependent() || !E->EvaluateAsBooleanCondition(Value, Follow.context()))
    return std::nullopt;
  return Value;
}

void RegionWalker::statement(const Stmt *S, const Env *In) {
  if (!S)
    return;
  switch (S->getStmtClass()) {
  case Stmt::IfStmtClass:
    return ifStatement(cast<IfStmt>(S), In);
  case Stmt::ForStmtClass:
    return forStatement(cast<ForStmt>(S), In);
  case Stmt::CXXForRangeStmtClass:
    return rangeForStatement(cast<CXXForRangeStmt>(S), In);
  case Stmt::WhileStmtClass:
    statement(cast<WhileStmt>(S)->getCond(), In);
    return framed(cast<WhileStmt>(S)->getBody(), In, S->getBeginLoc(), "loop");
  case Stmt::DoStmtClass:
    return doStatement(cast<DoStmt>(S), In);
  case Stmt::SwitchStmtClass:
    statement(cast<SwitchStmt>(S)->getCond(), In);
    return framed(cast<SwitchStmt>(S)->getBody(), In, S->getBeginLoc(), "switch");
  case Stmt::CXXTryStmtClass:
    return tryStatement(cast<CXXTryStmt>(S), In);
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return conditional(cast<AbstractConditionalOperator>(S), In);
  case Stmt::BinaryOperatorClass:
    return logical(cast<BinaryOperator>(S), In);
  case Stmt::LambdaExprClass: // runs when it is called
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::CXXTypeidExprClass:
  case Stmt::RequiresExprClass:
    return;
  default:
    statements(S, In);
    if (const auto *E = dyn_cast<CallExpr>(S))
      call(E, In);
  }
}

void RegionWalker::ifStatement(const IfStmt *S, const Env *In) {
  statement(S->getInit(), In);
  if (const auto Taken = S->getNondiscardedCase(Follow.context()))
    return statement(*Taken, In);
  statement(S->getConditionVariableDeclStmt(), In);
  statement(S->getCond(), In);
  if (std::optional<bool> Known = condition(S->getCond()))
    return statement(*Known ? S->getThen() : S->getElse(), In);
  framed(S->getThen(), In, S->getIfLoc(), "if");
  framed(S->getElse(), In, S->getElseLoc(), "else");
}

void RegionWalker::conditional(const AbstractConditionalOperator *E, const Env *In) {
  statement(E->getCond(), In);
  if (std::optional<bool> Known = condition(E->getCond()))
    return statement(*Known ? E->getTrueExpr() : E->getFalseExpr(), In);
  framed(E->getTrueExpr(), In, E->getQuestionLoc(), "condition");
  framed(E->getFalseExpr(), In, E->getQuestionLoc(), "condition");
}

void RegionWalker::logical(const BinaryOperator *E, const Env *In) {
  statement(E->getLHS(), In);
  if (E->isLogicalOp())
    framed(E->getRHS(), In, E->getOperatorLoc(), "condition");
  else
    statement(E->getRHS(), In);
}

void RegionWalker::tryStatement(const CXXTryStmt *S, const Env *In) {
  statement(S->getTryBlock(), In);
  for (unsigned I = 0; I != S->getNumHandlers(); ++I)
    framed(S->getHandler(I)->getHandlerBlock(), In, S->getHandler(I)->getCatchLoc(), "handler");
}

void RegionWalker::doStatement(const DoStmt *S, const Env *In) {
  if (condition(S->getCond()) == false)
    statement(S->getBody(), In);
  else
    framed(S->getBody(), In, S->getDoLoc(), "loop");
}

void RegionWalker::rangeForStatement(const CXXForRangeStmt *S, const Env *In) {
  statement(S->getInit(), In);
  statement(S->getRangeStmt(), In);
  const auto *Array = Follow.context().getAsConstantArrayType(S->getRangeInit()->getType());
  // A loop that holds whole regions is walked once, as it stands for any of its rounds.
  if (!Open.empty() && Array && Array->getZExtSize() <= MaxTripCount)
    repeated(S->getBody(), In, Array->getZExtSize());
  else
    framed(S->getBody(), In, S->getForLoc(), "loop");
}

void RegionWalker::forStatement(const ForStmt *S, const Env *In) {
  statement(S->getInit(), In);
  std::optional<uint64_t> Times = Open.empty() ? std::nullopt : tripCount(S, In);
  if (Times && *Times <= MaxTripCount)
    repeated(S->getBody(), In, *Times);
  else
    framed(S->getBody(), In, S->getForLoc(), "loop");
}

namespace {
// Whether a loop's body leaves it early or changes its variable.
struct LoopChecker : RecursiveASTVisitor<LoopChecker> {
  const VarDecl *Variable;
  bool Irregular = false;
  llvm::DenseSet<const Expr *> Reads;
  bool VisitBreakStmt(BreakStmt *) { return !(Irregular = true); }
  bool VisitContinueStmt(ContinueStmt *) { return !(Irregular = true); }
  bool VisitReturnStmt(ReturnStmt *) { return true; }
  bool VisitGotoStmt(GotoStmt *) { return !(Irregular = true); }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue || E->getType().isConstQualified())
      Reads.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Irregular |= E->getDecl() == Variable && !Reads.count(E);
    return true;
  }
  bool TraverseLambdaCapture(LambdaExpr *, const LambdaCapture *, Expr *) { return true; }
};
} // namespace

// Of `for (T i = a; i < b; ++i)`, with <=, != and += c as well, if a, b and c are constant and the body leaves i alone.
std::optional<uint64_t> RegionWalker::tripCount(const ForStmt *S, const Env *In) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(S->getInit());
  const auto *Variable = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  const auto *Cond = S->getCond() ? dyn_cast<BinaryOperator>(S->getCond()->IgnoreParenImpCasts()) : nullptr;
  auto IsVariable = [&](const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == Variable;
  };
  if (!Variable || !Variable->getInit() || !Cond || !S->getInc() || !IsVariable(Cond->getLHS()))
    return std::nullopt;
  std::optional<uint64_t> From = Sizes.integer({Variable->getInit(), In}), To = Sizes.integer({Cond->getRHS(), In});
  std::optional<uint64_t> Step;
  const Expr *Inc = S->getInc()->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Inc); U && U->isIncrementOp() && IsVariable(U->getSubExpr()))
    Step = 1;
  else if (const auto *B = dyn_cast<CompoundAssignOperator>(Inc);
           B && B->getOpcode() == BO_AddAssign && IsVariable(B->getLHS()))
    Step = Sizes.integer({B->getRHS(), In});
  if (!From || !To || !Step || *Step == 0 || *To > (uint64_t(1) << 32) || *Step > (uint64_t(1) << 32))
    return std::nullopt;
  if (Cond->getOpcode() == BO_LE)
    ++*To;
  else if (Cond->getOpcode() != BO_LT && (Cond->getOpcode() != BO_NE || *Step != 1 || *From > *To))
    return std::nullopt;
  LoopChecker Checker;
  Checker.Variable = Variable;
  Checker.TraverseStmt(const_cast<Stmt *>(S->getBody()));
  if (Checker.Irregular)
    return std::nullopt;
  return *From >= *To ? 0 : (*To - *From + *Step - 1) / *Step;
}

} // namespace syclfuse::plugin
