// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopRounds.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

constexpr uint64_t MaxRounds = 64;

struct LocalFinder : DynamicRecursiveASTVisitor {
  Variables &Found;
  explicit LocalFinder(Variables &Found) : Found(Found) {
    ShouldVisitImplicitCode = true; // the variables that hold the elements that structured bindings name
  }
  bool VisitVarDecl(VarDecl *D) override { return Found.insert(D), true; }
};

} // namespace

const Variables &LoopRounds::localsOf(const Stmt *Loop) {
  auto [It, New] = Locals.try_emplace(Loop);
  if (New)
    LocalFinder(It->second).TraverseStmt(const_cast<Stmt *>(Loop));
  return It->second;
}

std::optional<std::vector<const Env *>> LoopRounds::of(const CXXForRangeStmt *S, const Env *In) {
  std::optional<uint64_t> Count = Values.elements({S->getRangeInit(), In});
  if (!Count || *Count > MaxRounds)
    return std::nullopt;
  std::vector<const Env *> Rounds;
  Value Range = Values.strip({S->getRangeInit(), In});
  for (uint64_t I = 0; I != *Count; ++I)
    Rounds.push_back(Values.round(In, localsOf(S), S->getLoopVariable(), std::nullopt, {Range, I}));
  return Rounds;
}

// What Increment makes of the variable, which is Now; nothing if it is something else than an assignment to it.
std::optional<llvm::APSInt> LoopRounds::incremented(const Expr *Increment, const VarDecl *Variable,
                                                    const llvm::APSInt &Now, const Env *Round) {
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
  return B->getOpcode() == BO_Assign ? Right
                                     : Sizes.computed(BinaryOperator::getOpForCompoundAssignment(B->getOpcode()), Now,
                                                      *Right, Variable->getType());
}

// Of `for (T i = a; condition; increment)`, if all of it is constant and the body leaves i alone.
std::optional<std::vector<const Env *>> LoopRounds::of(const ForStmt *S, const Env *In) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(S->getInit());
  const auto *Variable = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  if (!Variable || !Variable->getInit() || !Variable->getType()->isIntegerType() || !S->getCond() || !S->getInc())
    return std::nullopt;
  const bool IsChanged = Changes.isChangedBetween(Variable, S->getRParenLoc(), S->getBody()->getEndLoc(),
                                                  Values.context().getSourceManager());
  std::optional<llvm::APSInt> Now = Sizes.number({Variable->getInit(), In});
  std::vector<const Env *> Rounds;
  while (!IsChanged && Now) {
    const Env *Round = Values.round(In, localsOf(S), Variable, *Now, {});
    std::optional<bool> GoesOn = Sizes.condition({S->getCond(), Round});
    if (GoesOn == false)
      return Rounds;
    if (!GoesOn || Rounds.size() == MaxRounds)
      return std::nullopt;
    Rounds.push_back(Round);
    Now = incremented(S->getInc(), Variable, *Now, Round);
  }
  return std::nullopt;
}

} // namespace syclfuse::plugin
