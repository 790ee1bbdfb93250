// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PathEnumerator.h"

#include "values/Expressions.h"

using namespace clang;

namespace syclfuse::plugin {

void PathEnumerator::begin() {
  Position = 0;
  Decided.clear();
}

// The variables that E reads, if it does nothing else than to read local ones and to compute; else none.
static std::vector<const VarDecl *> localsRead(const Expr *E) {
  std::vector<const VarDecl *> Variables;
  bool Plain = true;
  forEachExpression(E, [&](const Expr *Part) {
    Plain &= !isa<CallExpr, MemberExpr, LambdaExpr>(Part);
    const auto *R = dyn_cast<DeclRefExpr>(Part);
    const VarDecl *D = variableNamed(Part);
    Plain &= !R || isa<EnumConstantDecl>(R->getDecl()) || (D && D->hasLocalStorage());
    if (D)
      Variables.push_back(D);
  });
  return Plain ? Variables : std::vector<const VarDecl *>();
}

std::optional<PathEnumerator::Key> PathEnumerator::keyOf(const Expr *Condition, const Env *In, HostValues &Values) {
  Value V = Values.strip({Condition, In});
  const std::vector<const VarDecl *> Read = V ? localsRead(V.E) : std::vector<const VarDecl *>();
  if (Read.empty() || !llvm::all_of(Read, [&](const VarDecl *D) { return Changes.isNeverChanged(D); }))
    return std::nullopt;
  Key Result{ownerOf(Read.front(), V.In), {}};
  V.E->Profile(Result.second, Values.context(), /*Canonical=*/true);
  return Result;
}

// Takes the negations off Condition; whether their number is odd.
static bool takeNegations(const Expr *&Condition) {
  bool Negated = false;
  Condition = Condition->IgnoreParenImpCasts();
  for (const UnaryOperator *U; (U = dyn_cast<UnaryOperator>(Condition)) && U->getOpcode() == UO_LNot;
       Negated = !Negated)
    Condition = U->getSubExpr()->IgnoreParenImpCasts();
  return Negated;
}

unsigned PathEnumerator::take(std::optional<Key> Same, unsigned Count) {
  if (Same)
    for (const auto &[Other, Taken] : Decided)
      if (Other == *Same && Taken < Count)
        return Taken;
  if (Position == Made.size())
    Made.push_back({0, Count});
  const unsigned Taken = Made[Position++].Taken;
  if (Same)
    Decided.push_back({*Same, Taken});
  return Taken;
}

unsigned PathEnumerator::take(const Expr *Condition, const Env *In, unsigned Count, HostValues &Values) {
  const bool Negated = Condition && Count == 2 && takeNegations(Condition);
  return take(Condition ? keyOf(Condition, In, Values) : std::nullopt, Count) ^ unsigned(Negated);
}

unsigned PathEnumerator::takeProperties(const Expr *Condition, const Env *In, HostValues &Values) {
  if (Given)
    return 0;
  const bool Negated = takeNegations(Condition);
  std::optional<Key> Same = keyOf(Condition, In, Values);
  if (!Same)
    Condition->Profile(Same.emplace().second, Values.context(), /*Canonical=*/true);
  return take(std::move(Same), 2) ^ unsigned(Negated);
}

bool PathEnumerator::next() {
  Made.resize(Position);
  while (!Made.empty() && Made.back().Taken + 1 == Made.back().Count)
    Made.pop_back();
  if (Made.empty())
    return false;
  ++Made.back().Taken;
  return true;
}

} // namespace syclfuse::plugin
