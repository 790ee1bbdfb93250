// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StatementWalker.h"

using namespace clang;

namespace syclfuse::plugin {

void StatementWalker::enter(const FunctionDecl *Definition, const Stmt *Body, const Env *Inside) {
  if (!Stack.empty())
    Entered.insert(Definition->getCanonicalDecl());
  Stack.push_back(Definition);
  Conditions.push_back(Regions.framesMade() + Paths.made());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      statement(Init->getInit(), Inside);
  statement(Body, Inside);
  Stack.pop_back();
  Conditions.pop_back();
  if (Leaving == Exit::Goto)
    Runs.endAll();
  while (Leaving == Exit::Goto && !Runs.isActive() && !Regions.empty()) { // to where it did not come by
    Regions.leaveOpen(Regions.last(), open_kind::jump, Label->getLocation());
    Regions.end(Regions.last(), Label->getLocation());
  }
  if (Leaving != Exit::Throw)
    Leaving = Exit::None;
}

// A condition of run time may have been met since it was first called, or it is as deep as no program wants.
bool StatementWalker::isEndless(const FunctionDecl *Definition) const {
  constexpr unsigned MaxRecursion = 16;
  unsigned Times = 0;
  for (unsigned I = 0; I != Stack.size(); ++I)
    if (Stack[I] == Definition && (++Times == MaxRecursion || Conditions[I] != Regions.framesMade() + Paths.made()))
      return true;
  return false;
}

void StatementWalker::statements(const Stmt *Parent, const Env *In) {
  for (const Stmt *Child : Parent->children())
    if (Leaving == Exit::None)
      statement(Child, In);
}

// The variables that are declared in a block are destroyed at its end, however it is left.
void StatementWalker::compound(const CompoundStmt *S, const Env *In) {
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
    Regions.Position = S->getRBracLoc();
  for (const VarDecl *D : llvm::reverse(Declared))
    destroy(D, In);
  Leaving = Before;
}

// Parts, of which some may be null, happen under a condition.
void StatementWalker::framed(llvm::ArrayRef<const Stmt *> Parts, const Env *In, SourceLocation Location, open_kind Kind,
                             const char *What) {
  Regions.enter({0, Location, Kind, What});
  for (const Stmt *S : Parts)
    statement(S, In);
  Regions.leave();
  Leaving = Exit::None; // maybe not
}

void StatementWalker::statement(const Stmt *S, const Env *In) {
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
    Leaving = Exit::Break;
    return;
  case Stmt::ContinueStmtClass:
    Leaving = Exit::Continue;
    return;
  case Stmt::CoreturnStmtClass:
  case Stmt::ReturnStmtClass:
    statements(S, In);
    Leaving = Exit::Return;
    return;
  case Stmt::CXXThrowExprClass:
    Leaving = Exit::Throw;
    return;
  case Stmt::GotoStmtClass:
    Leaving = Exit::Goto;
    Label = cast<GotoStmt>(S)->getLabel();
    return;
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
  case Stmt::CXXDefaultArgExprClass:
    return statement(cast<CXXDefaultArgExpr>(S)->getExpr(), In);
  case Stmt::CXXDefaultInitExprClass:
    return statement(cast<CXXDefaultInitExpr>(S)->getExpr(), In);
  default:
    return plain(S, In);
  }
}

// S is no control flow: all of its parts run, then S itself.
void StatementWalker::plain(const Stmt *S, const Env *In) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    declares(D);
  statements(S, In);
  if (Leaving != Exit::None)
    return;
  does(S, In);
  if (const auto *E = dyn_cast<MaterializeTemporaryExpr>(S); E && E->getStorageDuration() == SD_FullExpression)
    temporary(E->getSubExpr());
}

// Whether it matters to the sequences of the open regions which of the two runs.
bool StatementWalker::mayChoose(const Stmt *A, const Stmt *B) {
  auto Decides = [&](const Stmt *S) {
    FusionEffects Does = Effects.of(S);
    return Does.Submits || Does.Leaves;
  };
  return Regions.mayGoOn() && (Decides(A) || Decides(B));
}

unsigned StatementWalker::choose(const Expr *Condition, const Env *In, unsigned Count, SourceLocation Location,
                                 const char *What) {
  unsigned Taken = Paths.take(Condition, In, Count, Values);
  for (auto &R : Regions)
    R->Chosen.push_back({Location, What, Taken});
  return Taken;
}

void StatementWalker::branches(const Expr *Condition, const Stmt *Then, const Stmt *Else, SourceLocation Location,
                               const char *What, const Env *In) {
  if (std::optional<bool> Known = Sizes.condition({Condition, In}))
    return statement(*Known ? Then : Else, In);
  if (changesRuns(Then) || changesRuns(Else))
    return eachBranch(Then, Else, Location, What, In);
  if (mayChoose(Then, Else) && !Paths.gaveUp())
    return statement(choose(Condition, In, 2, Location, What) == 0 ? Then : Else, In);
  if (mayChoose(Then, Else) && (Effects.of(Then).Leaves || Effects.of(Else).Leaves))
    Regions.leaveAllOpen(open_kind::branch, Location);
  // What the first branch has started is not there in the second one.
  const unsigned First = Regions.framesMade();
  framed(Then, In, Location, open_kind::branch, What);
  OpenRegions::List Started = Else ? Regions.takeStartedIn(First) : OpenRegions::List();
  framed(Else, In, Location, open_kind::branch, What);
  Regions.putBack(std::move(Started));
}

void StatementWalker::ifStatement(const IfStmt *S, const Env *In) {
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

void StatementWalker::logical(const BinaryOperator *E, const Env *In) {
  statement(E->getLHS(), In);
  if (!E->isLogicalOp()) {
    statement(E->getRHS(), In);
    return Leaving == Exit::None ? does(E, In) : void();
  }
  bool Or = E->getOpcode() == BO_LOr;
  branches(E->getLHS(), Or ? nullptr : E->getRHS(), Or ? E->getRHS() : nullptr, E->getOperatorLoc(), "condition", In);
}

// Walks from the Index'th case label among the statements of the body on, or nothing if there is no such label.
void StatementWalker::takeCase(const CompoundStmt *Body, unsigned Index, const Env *In) {
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

void StatementWalker::switchStatement(const SwitchStmt *S, const Env *In) {
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
  if (All == Labels.size() && !Value && changesRuns(S->getBody()))
    return eachCase(S, Labels.size(), HasDefault, In);
  if (All != Labels.size() || (!Value && (!mayChoose(S->getBody(), nullptr) || Paths.gaveUp()))) {
    if (changesRuns(S->getBody()))
      Runs.endAll();
    framed(S->getBody(), In, S->getBeginLoc(), open_kind::branch, "switch");
    return changesRuns(S->getBody()) ? Runs.endAll() : void();
  }
  if (!Value)
    return takeCase(Body, choose(S->getCond(), In, Labels.size() + !HasDefault, S->getBeginLoc(), "switch"), In);
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
  takeCase(Body, Taken - Labels.begin(), In);
}

// Whether what follows Block, a handler, in the region is not reached from there: it is left by throwing, or the
// function is.
static bool alwaysLeaves(const Stmt *Block, bool IsInner) {
  const auto *Body = cast<CompoundStmt>(Block);
  const Stmt *Last = Body->body_empty() ? nullptr : Body->body_back();
  if (const auto *E = dyn_cast_or_null<Expr>(Last))
    Last = E->IgnoreImplicit();
  const auto *Call = dyn_cast_or_null<CallExpr>(Last);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa_and_present<CXXThrowExpr>(Last) || (!IsInner && isa_and_present<ReturnStmt>(Last)) ||
         (Callee && Callee->isNoReturn());
}

// Where a handler goes on, what it and the try block have submitted by then is in the region.
void StatementWalker::tryStatement(const CXXTryStmt *S, const Env *In) {
  const size_t Before = Regions.size();
  auto GoesOn = [&](unsigned I) { return !alwaysLeaves(S->getHandler(I)->getHandlerBlock(), Stack.size() > 1); };
  const bool MayGoOn = Before != 0 && llvm::any_of(llvm::seq(S->getNumHandlers()), GoesOn);
  if (MayGoOn && mayChoose(S, nullptr) && !Paths.gaveUp() && choose(nullptr, In, 2, S->getTryLoc(), "try") == 1)
    Regions.leaveAllOpen(open_kind::branch, S->getTryLoc());
  statement(S->getTryBlock(), In);
  if (Leaving == Exit::Throw)
    Runs.endAll();
  if (MayGoOn && Leaving == Exit::Throw) {
    Regions.leaveAllOpen(open_kind::branch, S->getTryLoc());
    Leaving = Exit::None;
  }
}

// A loop that holds whole regions is walked once, as it stands for any of its rounds.
void StatementWalker::loop(const Stmt *S, const Env *In) {
  if (!Regions.empty() && !Effects.of(S).matters() && !changesRuns(S))
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return forStatement(For, In);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return rangeForStatement(Range, In);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return doStatement(Do, In);
  const auto *While = cast<WhileStmt>(S);
  if (Sizes.condition({While->getCond(), In}) == false)
    return;
  rounds(While, {While->getCond(), While->getBody()}, In, S->getBeginLoc());
}

// How often Loop goes round is not known.
void StatementWalker::rounds(const Stmt *Loop, llvm::ArrayRef<const Stmt *> Parts, const Env *In,
                             SourceLocation Location) {
  if (changesRuns(Loop))
    eachRound(Loop, Parts, In);
  else
    framed(Parts, In, Location, open_kind::loop, "loop");
}

// False if the loop is left.
bool StatementWalker::round(const Stmt *Body, const Env *In) {
  SourceLocation Outer = Horizon;
  if (Horizon.isInvalid())
    Horizon = Body->getEndLoc();
  statement(Body, In);
  Horizon = Outer;
  bool GoesOn = Leaving == Exit::None || Leaving == Exit::Continue;
  if (Leaving == Exit::Break || Leaving == Exit::Continue)
    Leaving = Exit::None;
  return GoesOn;
}

void StatementWalker::doStatement(const DoStmt *S, const Env *In) {
  if (Sizes.condition({S->getCond(), In}) == false)
    round(S->getBody(), In);
  else
    rounds(S, {S->getBody(), S->getCond()}, In, S->getDoLoc());
}

void StatementWalker::roundByRound(const Stmt *Body, llvm::ArrayRef<const Env *> All) {
  for (const Env *Round : All)
    if (!round(Body, Round))
      return;
}

void StatementWalker::rangeForStatement(const CXXForRangeStmt *S, const Env *In) {
  statement(S->getInit(), In);
  statement(S->getRangeStmt(), In);
  if (auto All = takesRounds() ? Rounds.of(S, In) : std::nullopt)
    return roundByRound(S->getBody(), *All);
  statement(S->getBeginStmt(), In);
  statement(S->getEndStmt(), In);
  rounds(S, {S->getCond(), S->getLoopVarStmt(), S->getBody(), S->getInc()}, In, S->getForLoc());
}

void StatementWalker::forStatement(const ForStmt *S, const Env *In) {
  statement(S->getInit(), In);
  if (auto All = takesRounds() ? Rounds.of(S, In) : std::nullopt)
    return roundByRound(S->getBody(), *All);
  rounds(S, {S->getCond(), S->getBody(), S->getInc()}, In, S->getForLoc());
}

} // namespace syclfuse::plugin
