// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Choices.h"

using namespace clang;

namespace syclfuse::plugin {

void Choices::begin() {
  Position = Queues = 0;
  Decided.clear();
}

namespace {
// The local variables that an expression reads, and whether it does anything else than to read and compute.
struct Reader : RecursiveASTVisitor<Reader> {
  std::vector<const VarDecl *> Variables;
  bool Plain = true;
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *D = dyn_cast<VarDecl>(E->getDecl());
    Plain &= isa<EnumConstantDecl>(E->getDecl()) || (D && D->hasLocalStorage());
    if (D)
      Variables.push_back(D);
    return true;
  }
  bool VisitCallExpr(CallExpr *) { return Plain = false; }
  bool VisitMemberExpr(MemberExpr *) { return Plain = false; }
  bool VisitLambdaExpr(LambdaExpr *) { return Plain = false; }
};
} // namespace

std::optional<Choices::Key> Choices::keyOf(const Expr *Condition, const Env *In, Values &Follow) {
  Value V = Follow.strip({Condition, In});
  Reader Read;
  if (!V)
    return std::nullopt;
  Read.TraverseStmt(const_cast<Expr *>(V.E));
  if (!Read.Plain || Read.Variables.empty() ||
      !llvm::all_of(Read.Variables, [&](const VarDecl *D) { return Changes.isNeverChanged(D); }))
    return std::nullopt;
  Key Result{ownerOf(Read.Variables.front(), V.In), {}};
  V.E->Profile(Result.second, Follow.context(), /*Canonical=*/true);
  return Result;
}

unsigned Choices::take(const Expr *Condition, const Env *In, unsigned Count, Values &Follow) {
  bool Negated = false;
  if (Condition)
    Condition = Condition->IgnoreParenImpCasts();
  for (const UnaryOperator *U;
       Count == 2 && (U = dyn_cast_or_null<UnaryOperator>(Condition)) && U->getOpcode() == UO_LNot; Negated = !Negated)
    Condition = U->getSubExpr()->IgnoreParenImpCasts();
  std::optional<Key> Same = Condition ? keyOf(Condition, In, Follow) : std::nullopt;
  if (Same)
    for (const auto &[Other, Taken] : Decided)
      if (Other == *Same && Taken < Count)
        return Taken ^ unsigned(Negated);
  Queues += !Condition;
  if (Position == Made.size())
    Made.push_back({0, Count});
  unsigned Base = Made[Position++].Taken;
  if (Same)
    Decided.push_back({*Same, Base});
  return Base ^ unsigned(Negated);
}

bool Choices::next() {
  Made.resize(Position);
  while (!Made.empty() && Made.back().Taken + 1 == Made.back().Count)
    Made.pop_back();
  if (Made.empty())
    return false;
  ++Made.back().Taken;
  return true;
}

} // namespace syclfuse::plugin
