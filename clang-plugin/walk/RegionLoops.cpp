// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in regions: round by round where the number of rounds is constant.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// Longer loops around submissions are no sequence that anybody wants in one kernel.
static constexpr uint64_t MaxTripCount = 64;

// The values that the variable of a `for` has, one per round.
struct RegionWalker::Counter {
  const VarDecl *Variable;
  std::vector<llvm::APSInt> Values;
};

namespace {

// Whether a loop's body changes its variable.
struct ChangeFinder : RecursiveASTVisitor<ChangeFinder> {
  const VarDecl *Variable = nullptr;
  bool Changed = false;
  llvm::DenseSet<const Expr *> Reads;
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue || E->getType().isConstQualified())
      Reads.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Changed |= E->getDecl() == Variable && !Reads.count(E);
    return true;
  }
  bool TraverseLambdaCapture(LambdaExpr *, const LambdaCapture *, Expr *) { return true; }
};

struct LocalFinder : RecursiveASTVisitor<LocalFinder> {
  Variables &Found;
  explicit LocalFinder(Variables &Found) : Found(Found) {}
  bool VisitVarDecl(VarDecl *D) {
    Found.insert(D);
    return true;
  }
};

} // namespace

const Variables &RegionWalker::localsOf(const Stmt *Loop) {
  auto [It, New] = LoopLocals.try_emplace(Loop);
  if (New)
    LocalFinder(It->second).TraverseStmt(const_cast<Stmt *>(Loop));
  return It->second;
}

// A loop that holds whole regions is walked once, as it stands for any of its rounds.
void RegionWalker::loop(const Stmt *S, const Env *In) {
  if (!Open.empty() && !Effects.of(S).matters())
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
  framed({While->getCond(), While->getBody()}, In, S->getBeginLoc(), open_kind::loop, "loop");
}

// False if the loop is left.
bool RegionWalker::round(const Stmt *Body, const Env *In) {
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

void RegionWalker::doStatement(const DoStmt *S, const Env *In) {
  if (Sizes.condition({S->getCond(), In}) == false)
    round(S->getBody(), In);
  else
    framed({S->getBody(), S->getCond()}, In, S->getDoLoc(), open_kind::loop, "loop");
}

void RegionWalker::rangeForStatement(const CXXForRangeStmt *S, const Env *In) {
  statement(S->getInit(), In);
  statement(S->getRangeStmt(), In);
  std::optional<uint64_t> Count = Open.empty() ? std::nullopt : Values.elements({S->getRangeInit(), In});
  if (!Count || *Count > MaxTripCount) {
    statement(S->getBeginStmt(), In);
    statement(S->getEndStmt(), In);
    return framed({S->getCond(), S->getLoopVarStmt(), S->getBody(), S->getInc()}, In, S->getForLoc(), open_kind::loop,
                  "loop");
  }
  Value Range = Values.strip({S->getRangeInit(), In});
  for (uint64_t I = 0; I != *Count; ++I)
    if (!round(S->getBody(), Values.round(In, localsOf(S), S->getLoopVariable(), std::nullopt, {Range, I})))
      return;
}

// What Increment makes of the variable, which is Now; nothing if it is something else than an assignment to it.
static std::optional<llvm::APSInt> incremented(const Expr *Increment, const VarDecl *Variable, const llvm::APSInt &Now,
                                               const Env *Round, ConstantNumbers &Sizes) {
  auto IsVariable = [&](const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return R && R->getDecl() == Variable;
  };
  llvm::APSInt One(Now.getBitWidth(), Now.isUnsigned());
  One = 1;
  Increment = Increment->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Increment);
      U && U->isIncrementDecrementOp() && IsVariable(U->getSubExpr()))
    return U->isIncrementOp() ? Now + One : Now - One;
  const auto *B = dyn_cast<BinaryOperator>(Increment);
  if (!B || !B->isAssignmentOp() || !IsVariable(B->getLHS()))
    return std::nullopt;
  std::optional<llvm::APSInt> Right = Sizes.number({B->getRHS(), Round});
  if (!Right)
    return std::nullopt;
  *Right = Right->extOrTrunc(Now.getBitWidth());
  Right->setIsUnsigned(Now.isUnsigned());
  switch (B->getOpcode()) {
  case BO_Assign:
    return Right;
  case BO_AddAssign:
    return Now + *Right;
  case BO_SubAssign:
    return Now - *Right;
  case BO_MulAssign:
    return Now * *Right;
  case BO_DivAssign:
    return *Right == 0 || Right->isNegative() ? std::nullopt : std::optional(Now / *Right);
  case BO_ShlAssign:
  case BO_ShrAssign:
    if (Right->isNegative() || Right->getLimitedValue() >= Now.getBitWidth())
      return std::nullopt;
    return B->getOpcode() == BO_ShlAssign ? Now << Right->getLimitedValue() : Now >> Right->getLimitedValue();
  default:
    return std::nullopt;
  }
}

// Of `for (T i = a; condition; increment)`, if all of it is constant and the body leaves i alone.
std::optional<RegionWalker::Counter> RegionWalker::counterOf(const ForStmt *S, const Env *In) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(S->getInit());
  const auto *Variable = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  if (!Variable || !Variable->getInit() || !Variable->getType()->isIntegerType() || !S->getCond() || !S->getInc())
    return std::nullopt;
  ChangeFinder Finder;
  Finder.Variable = Variable;
  Finder.TraverseStmt(const_cast<Stmt *>(S->getBody()));
  std::optional<llvm::APSInt> Now = Sizes.number({Variable->getInit(), In});
  if (Finder.Changed || !Now)
    return std::nullopt;
  Counter Result{Variable, {}};
  while (true) {
    const Env *Round = Values.round(In, localsOf(S), Variable, *Now, {});
    std::optional<bool> GoesOn = Sizes.condition({S->getCond(), Round});
    if (GoesOn == false)
      return Result;
    if (!GoesOn || Result.Values.size() == MaxTripCount)
      return std::nullopt;
    Result.Values.push_back(*Now);
    std::optional<llvm::APSInt> Next = incremented(S->getInc(), Variable, *Now, Round, Sizes);
    if (!Next)
      return std::nullopt;
    Now = Next;
  }
}

void RegionWalker::forStatement(const ForStmt *S, const Env *In) {
  statement(S->getInit(), In);
  std::optional<Counter> Count = Open.empty() ? std::nullopt : counterOf(S, In);
  if (!Count)
    return framed({S->getCond(), S->getBody(), S->getInc()}, In, S->getForLoc(), open_kind::loop, "loop");
  for (const llvm::APSInt &Number : Count->Values)
    if (!round(S->getBody(), Values.round(In, localsOf(S), Count->Variable, Number, {})))
      return;
}

} // namespace syclfuse::plugin
