// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutations.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Every mention of a variable is taken for a change, unless it is read at once or bound to const.
class Scanner : public RecursiveASTVisitor<Scanner> {
public:
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<SourceLocation, 2>> &Changes;
  llvm::DenseSet<const Expr *> Harmless;
  explicit Scanner(decltype(Changes) C) : Changes(C) {}

  bool VisitCastExpr(CastExpr *E) {
    const Expr *Operand = E->getSubExpr()->IgnoreParens();
    bool Read = E->getCastKind() == CK_LValueToRValue;
    bool BoundToConst = E->isLValue() && E->getType().isConstQualified();
    if (Read || BoundToConst)
      Harmless.insert(Operand);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
    if (E->getMethodDecl() && E->getMethodDecl()->isConst())
      Harmless.insert(E->getImplicitObjectArgument()->IgnoreParens());
    return true;
  }
  // A part of a variable that is read reads the variable.
  bool VisitMemberExpr(MemberExpr *E) {
    if (Harmless.count(E))
      Harmless.insert(E->getBase()->IgnoreParens());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    if (Harmless.count(E))
      Harmless.insert(E->getBase()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *D = dyn_cast<VarDecl>(E->getDecl());
    if (D && D->hasLocalStorage() && !Harmless.count(E) && !D->getType().isConstQualified())
      Changes[D].push_back(E->getLocation());
    return true;
  }
  // Capturing by reference changes nothing; what the body does is seen there.
  bool TraverseLambdaCapture(LambdaExpr *E, const LambdaCapture *C, Expr *Init) {
    return !E->isInitCapture(C) || RecursiveASTVisitor::TraverseLambdaCapture(E, C, Init);
  }
};

} // namespace

const Mutations::Places &Mutations::of(const VarDecl *D) {
  const FunctionDecl *Outer = nullptr;
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *FD = dyn_cast<FunctionDecl>(DC))
      Outer = FD;
  if (Outer && Scanned.insert(Outer).second)
    Scanner(Changes).TraverseStmt(Outer->getBody());
  return Changes[D];
}

bool Mutations::isNeverChanged(const VarDecl *D) {
  return D->getType().isConstQualified() || (D->hasLocalStorage() && of(D).empty());
}

bool Mutations::isChangedBetween(const VarDecl *D, SourceLocation Begin, SourceLocation End, const SourceManager &SM) {
  return llvm::any_of(of(D), [&](SourceLocation L) {
    return SM.isBeforeInTranslationUnit(Begin, L) && SM.isBeforeInTranslationUnit(L, End);
  });
}

} // namespace syclfuse::plugin
