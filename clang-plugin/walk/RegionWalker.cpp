// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements of a function, in the order in which they run. Loops are in RegionLoops.cpp, and what calls mean to a
// region in RegionCalls.cpp and RegionBorders.cpp.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

std::vector<RegionBuilder> RegionWalker::walk(const FunctionDecl *FD, const Env *In) {
  enter(FD, FD->getBody(), In);
  for (auto &R : Open) {
    R->Unfinished = !R->Recorded;
    Done.push_back(std::move(*R));
  }
  Open.clear();
  return std::move(Done);
}

void RegionWalker::enter(const FunctionDecl *Definition, const Stmt *Body, const Env *Inside) {
  Stack.push_back(Definition);
  Conditions.push_back(NextFrame + Paths.made());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      statement(Init->getInit(), Inside);
  statement(Body, Inside);
  Stack.pop_back();
  Conditions.pop_back();
  while (Leaving == Exit::Goto && !Open.empty()) { // to where it did not come by
    leaveOpen(*Open.back(), open_kind::jump, Label->getLocation(), {}, {});
    Open.back()->Region.source.end = Locations.of(Label->getLocation());
    close(*Open.back());
  }
  if (Leaving != Exit::Throw)
    Leaving = Exit::None;
}

void RegionWalker::statements(const Stmt *Parent, const Env *In) {
  for (const Stmt *Child : Parent->children())
    if (Leaving == Exit::None)
      statement(Child, In);
}

// The variables that are declared in a block are destroyed at its end, however it is left.
void RegionWalker::compound(const CompoundStmt *S, const Env *In) {
  std::vector<const VarDecl *> Declared;
  for (const Stmt *Child : S->body()) {
    if (Leaving == Exit::Goto)
      if (const auto *Target = dyn_cast<LabelStmt>(Child); Target && Target->getDecl() == Label)
        Leaving = Exit::None;
    if (Leaving != Exit::None)
      continue;
    statement(Child, In);
    if (const auto *E = dyn_cast<Expr>(Child))
      temporary(E);
    if (const auto *D = dyn_cast<DeclStmt>(Child))
      for (const Decl *Declaration : D->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Declaration); Variable && Variable->hasLocalStorage())
          Declared.push_back(Variable);
  }
  Exit Before = Leaving;
  Leaving = Exit::None;
  if (Stack.size() == 1)
    Outermost = S->getRBracLoc();
  for (const VarDecl *D : llvm::reverse(Declared))
    destroy(D, In);
  Leaving = Before;
}

// Parts, of which some may be null, happen under a condition.
void RegionWalker::framed(llvm::ArrayRef<const Stmt *> Parts, const Env *In, SourceLocation Location, open_kind Kind,
                          const char *What) {
  Frames.push_back({NextFrame++, Location, Kind, What});
  for (const Stmt *S : Parts)
    statement(S, In);
  Frames.pop_back();
  Leaving = Exit::None; // maybe not
}

void RegionWalker::exits(Exit Why) { Leaving = Why; }

void RegionWalker::declaration(const DeclStmt *S, const Env *In) {
  for (const Decl *D : S->decls())
    if (const auto *Variable = dyn_cast<VarDecl>(D); Variable && Variable->getInit())
      Objects[Variable->getInit()->IgnoreUnlessSpelledInSource()] = Variable;
  statements(S, In);
  if (!Open.empty())
    redirects(S, In);
}

void RegionWalker::jump(const GotoStmt *S) {
  Leaving = Exit::Goto;
  Label = S->getLabel();
}

void RegionWalker::statement(const Stmt *S, const Env *In) {
  // Far more than any region holds; a bound on what nested loops make of it.
  if (!S || Leaving != Exit::None || ++Steps > 200000)
    return;
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return compound(cast<CompoundStmt>(S), In);
  case Stmt::IfStmtClass:
    return ifStatement(cast<IfStmt>(S), In);
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
    return loop(S, In);
  case Stmt::SwitchStmtClass:
    return switchStatement(cast<SwitchStmt>(S), In);
  case Stmt::CXXTryStmtClass:
    return tryStatement(cast<CXXTryStmt>(S), In);
  case Stmt::BreakStmtClass:
    return exits(Exit::Break);
  case Stmt::ContinueStmtClass:
    return exits(Exit::Continue);
  case Stmt::CoreturnStmtClass:
  case Stmt::ReturnStmtClass:
    statements(S, In);
    return exits(Exit::Return);
  case Stmt::CXXThrowExprClass:
    return exits(Exit::Throw);
  case Stmt::DeclStmtClass:
    return declaration(cast<DeclStmt>(S), In);
  case Stmt::GotoStmtClass:
    return jump(cast<GotoStmt>(S));
  case Stmt::ConditionalOperatorClass: {
    const auto *E = cast<ConditionalOperator>(S);
    statement(E->getCond(), In);
    return branches(E->getCond(), E->getTrueExpr(), E->getFalseExpr(), E->getQuestionLoc(), "condition", In);
  }
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
    if (Leaving != Exit::None)
      return;
    assignsQueue(S, In);
    if (!Open.empty())
      redirects(S, In);
    if (Stack.size() == 1 && isa<CallExpr, CXXConstructExpr>(S))
      Outermost = cast<Expr>(S)->getExprLoc();
    if (const auto *E = dyn_cast<CallExpr>(S))
      call(E, In);
    else if (const auto *E = dyn_cast<CXXConstructExpr>(S))
      construct(E, In);
    else if (const auto *E = dyn_cast<CXXInheritedCtorInitExpr>(S))
      inherited(E, In);
    else if (const auto *E = dyn_cast<MaterializeTemporaryExpr>(S); E && E->getStorageDuration() == SD_FullExpression)
      temporary(E->getSubExpr());
    else if (const auto *E = dyn_cast<CoroutineSuspendExpr>(S))
      for (const std::unique_ptr<RegionBuilder> &R : Open)
        leaveOpen(*R, open_kind::call, E->getKeywordLoc(), isa<CoyieldExpr>(E) ? "co_yield" : "co_await", {});
    else if (const auto *E = dyn_cast<CXXDefaultArgExpr>(S))
      statement(E->getExpr(), In);
    else if (const auto *E = dyn_cast<CXXDefaultInitExpr>(S))
      statement(E->getExpr(), In);
  }
}

// Whether it matters to the sequences of the open regions if S runs.
bool RegionWalker::decides(const Stmt *S) {
  FusionEffects C = Effects.of(S);
  return C.Submits || C.Leaves;
}

bool RegionWalker::mayChoose(const Stmt *A, const Stmt *B) { return !Open.empty() && (decides(A) || decides(B)); }

unsigned RegionWalker::choose(const Expr *Condition, const Env *In, unsigned Count, SourceLocation Location,
                              const char *What) {
  unsigned Taken = Paths.take(Condition, In, Count, Values);
  for (auto &R : Open)
    R->Chosen.push_back({Location, What, Taken});
  return Taken;
}

void RegionWalker::branches(const Expr *Condition, const Stmt *Then, const Stmt *Else, SourceLocation Location,
                            const char *What, const Env *In) {
  if (std::optional<bool> Known = Sizes.condition({Condition, In}))
    return statement(*Known ? Then : Else, In);
  if (mayChoose(Then, Else) && !Paths.gaveUp())
    return statement(choose(Condition, In, 2, Location, What) == 0 ? Then : Else, In);
  if (mayChoose(Then, Else))
    for (auto &R : Open)
      if (Effects.of(Then).Leaves || Effects.of(Else).Leaves)
        leaveOpen(*R, open_kind::branch, Location, {}, {{R->Begin, "the fusion region starts here"}});
  // What the first branch has started is not there in the second one.
  size_t Before = Open.size();
  framed(Then, In, Location, open_kind::branch, What);
  Regions Started;
  if (Else)
    while (Open.size() > Before) {
      Started.insert(Started.begin(), std::move(Open.back()));
      Open.pop_back();
    }
  framed(Else, In, Location, open_kind::branch, What);
  llvm::move(Started, std::back_inserter(Open));
}

void RegionWalker::ifStatement(const IfStmt *S, const Env *In) {
  statement(S->getInit(), In);
  if (const auto Taken = S->getNondiscardedCase(Values.context()))
    return statement(*Taken, In);
  if (S->isConsteval())
    return statement(S->isNegatedConsteval() ? S->getThen() : S->getElse(), In);
  statement(S->getConditionVariableDeclStmt(), In);
  statement(S->getCond(), In);
  if (Leaving == Exit::None)
    branches(S->getCond(), S->getThen(), S->getElse(), S->getIfLoc(), "if", In);
}

void RegionWalker::logical(const BinaryOperator *E, const Env *In) {
  statement(E->getLHS(), In);
  if (!E->isLogicalOp()) {
    statement(E->getRHS(), In);
    assignsQueue(E, In);
    return Open.empty() || Leaving != Exit::None ? void() : redirects(E, In);
  }
  bool Or = E->getOpcode() == BO_LOr;
  branches(E->getLHS(), Or ? nullptr : E->getRHS(), Or ? E->getRHS() : nullptr, E->getOperatorLoc(), "condition", In);
}

// Walks from the Index'th case label among the statements of the body on, or nothing if there is no such label.
void RegionWalker::takeCase(const SwitchStmt *S, unsigned Index, const Env *In) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  unsigned Labels = 0;
  bool Reached = false;
  for (const Stmt *Child : Body->body()) {
    if (const auto *Case = dyn_cast<SwitchCase>(Child)) {
      for (const Stmt *Sub = Case; (Case = dyn_cast<SwitchCase>(Sub)); Sub = Case->getSubStmt())
        Reached |= Labels++ == Index;
    }
    if (!Reached || Leaving != Exit::None)
      continue;
    const Stmt *Sub = Child;
    while (const auto *Case = dyn_cast<SwitchCase>(Sub))
      Sub = Case->getSubStmt();
    statement(Sub, In);
  }
  if (Leaving == Exit::Break)
    Leaving = Exit::None;
}

void RegionWalker::switchStatement(const SwitchStmt *S, const Env *In) {
  statement(S->getInit(), In);
  statement(S->getConditionVariableDeclStmt(), In);
  statement(S->getCond(), In);
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  std::optional<llvm::APSInt> Value = Sizes.number({S->getCond(), In});
  std::vector<const SwitchCase *> Labels;
  if (Body)
    for (const Stmt *Child : Body->body())
      for (const auto *Case = dyn_cast<SwitchCase>(Child); Case; Case = dyn_cast<SwitchCase>(Case->getSubStmt()))
        Labels.push_back(Case);
  unsigned All = 0; // some may be deeper in the body
  for (const SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
    ++All;
  bool HasDefault = llvm::any_of(Labels, [](const SwitchCase *C) { return isa<DefaultStmt>(C); });
  if (All != Labels.size() || (!Value && (!mayChoose(S->getBody(), nullptr) || Paths.gaveUp())))
    return framed(S->getBody(), In, S->getBeginLoc(), open_kind::branch, "switch");
  if (!Value)
    return takeCase(S, choose(S->getCond(), In, Labels.size() + !HasDefault, S->getBeginLoc(), "switch"), In);
  auto Fits = [&](const SwitchCase *C) {
    const auto *Case = dyn_cast<CaseStmt>(C);
    std::optional<llvm::APSInt> Low = Case ? Sizes.number({Case->getLHS(), In}) : std::nullopt;
    std::optional<llvm::APSInt> High = Case && Case->getRHS() ? Sizes.number({Case->getRHS(), In}) : Low;
    return Low && High && llvm::APSInt::compareValues(*Low, *Value) <= 0 &&
           llvm::APSInt::compareValues(*Value, *High) <= 0;
  };
  auto Taken = llvm::find_if(Labels, Fits);
  if (Taken == Labels.end())
    Taken = llvm::find_if(Labels, [](const SwitchCase *C) { return isa<DefaultStmt>(C); });
  takeCase(S, Taken - Labels.begin(), In);
}

} // namespace syclfuse::plugin
