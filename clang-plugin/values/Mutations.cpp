// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutations.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// The memory that D names: of a structured binding, the part of the variable or the reference to it.
const VarDecl *variableOf(const ValueDecl *D) {
  const auto *Binding = dyn_cast<BindingDecl>(D);
  if (!Binding)
    return dyn_cast<VarDecl>(D);
  const VarDecl *Held = Binding->getHoldingVar();
  return Held ? Held : dyn_cast_or_null<VarDecl>(Binding->getDecomposedDecl());
}

// Every mention of a variable is taken for a change, unless it is read at once or bound to const.
class Scanner : public DynamicRecursiveASTVisitor {
public:
  llvm::DenseMap<const VarDecl *, Mutations::Uses> &Known;
  llvm::DenseSet<const Expr *> Harmless;
  llvm::DenseSet<const VarDecl *> Copied; // by lambdas that are kept
  explicit Scanner(decltype(Known) K) : Known(K) {}

  bool VisitCastExpr(CastExpr *E) override {
    const Expr *Operand = E->getSubExpr()->IgnoreParens();
    bool Read = E->getCastKind() == CK_LValueToRValue;
    bool BoundToConst = E->isLValue() && E->getType().isConstQualified();
    if (Read || BoundToConst)
      Harmless.insert(Operand);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) override {
    const CXXMethodDecl *Method = E->getMethodDecl();
    if (Method && Method->isConst())
      Harmless.insert(E->getImplicitObjectArgument()->IgnoreParens());
    else if (Method && mayMoveElements(*Method))
      assign(E->getImplicitObjectArgument());
    return true;
  }
  // A part of a variable that is read reads the variable.
  bool VisitMemberExpr(MemberExpr *E) override {
    if (Harmless.count(E))
      Harmless.insert(E->getBase()->IgnoreParens());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    if (Harmless.count(E))
      Harmless.insert(E->getBase()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const VarDecl *D = variableOf(E->getDecl());
    // What a lambda that is not mutable has copied is constant in it.
    if (D && D->hasLocalStorage() && !Harmless.count(E) && !D->getType().isConstQualified() &&
        !E->getType().isConstQualified())
      Known[D].Changes.push_back(E->getLocation());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    if (E->getOperator() == OO_Equal)
      assign(E->getArg(0), /*Follows=*/true);
    return true;
  }
  // As it is initialized, not as it is written.
  bool TraverseInitListExpr(InitListExpr *E) override {
    const InitListExpr *Semantic = E->isSemanticForm() ? E : E->getSemanticForm();
    for (const Expr *Init : (Semantic ? Semantic : E)->inits())
      TraverseStmt(const_cast<Expr *>(Init));
    return true;
  }
  // Of pointers, also where they are parts of objects.
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp() && E->getLHS()->getType()->isPointerType())
      assign(E->getLHS(), /*Follows=*/true);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp() && E->getType()->isPointerType())
      assign(E->getSubExpr(), /*Follows=*/true);
    return true;
  }
  // What a lambda that is kept has copied is what it was then.
  bool VisitVarDecl(VarDecl *D) override {
    const auto *Lambda = D->getInit() ? dyn_cast<LambdaExpr>(D->getInit()->IgnoreImplicit()) : nullptr;
    if (Lambda)
      for (const LambdaCapture &C : Lambda->captures())
        if (C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy)
          Copied.insert(dyn_cast<VarDecl>(C.getCapturedVar()));
    return true;
  }
  // a.swap(b), swap(a, b), exchange(a, b)
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || (Callee->getName() != "swap" && Callee->getName() != "exchange"))
      return true;
    const bool Swaps = Callee->getName() == "swap";
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      assign(Member->getImplicitObjectArgument(), Swaps);
    for (const Expr *A : E->arguments())
      assign(A, Swaps);
    return true;
  }
  // Capturing by reference changes nothing; what the body does is seen there.
  bool TraverseLambdaCapture(LambdaExpr *E, const LambdaCapture *C, Expr *Init) override {
    return !E->isInitCapture(C) || DynamicRecursiveASTVisitor::TraverseLambdaCapture(E, C, Init);
  }

private:
  // The object, pointer or iterator that E is a part of, or leads from; null if E is nothing of the kind. Follows a
  // pointer: Through.
  static const Expr *wholeOf(const Expr *E, bool &Through) {
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Through |= M->isArrow();
      return M->getBase();
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      Through |= A->getBase()->IgnoreParenImpCasts()->getType()->isPointerType();
      return A->getBase();
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      Through |= U->getOpcode() == UO_Deref;
      return U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf ? U->getSubExpr() : nullptr;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
      return B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    if (const auto *C = dyn_cast<CXXConstructExpr>(E)) // of an iterator from another one
      return C->getNumArgs() == 1 ? C->getArg(0) : nullptr;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
      return M->getMethodDecl() && M->getMethodDecl()->getParent()->isInStdNamespace() ? M->getImplicitObjectArgument()
                                                                                       : nullptr;
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
      const bool Leads = O->getOperator() == OO_Star || O->getOperator() == OO_Arrow;
      Through |= Leads;
      return Leads || O->getOperator() == OO_Subscript ? O->getArg(0) : nullptr;
    }
    static const llvm::StringSet<> Naming = {"get", "begin", "end", "data", "next", "prev", "move", "forward"};
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const bool Names =
        Callee && Callee->isInStdNamespace() && Callee->getIdentifier() && Naming.contains(Callee->getName());
    return Names && Call->getNumArgs() ? Call->getArg(0) : nullptr;
  }

  // The variable that E is a part of, and those that a reference, pointer or iterator leads to. The walk follows
  // pointers that are assigned through others, but not objects.
  void assign(const Expr *E, bool Follows = false) {
    const bool IsPointer = E->getType()->isPointerType();
    SourceLocation At;
    for (unsigned I = 0; E && I != 16; ++I) {
      bool Through = false;
      E = E->IgnoreImplicit()->IgnoreParenImpCasts();
      for (const Expr *Whole; (Whole = wholeOf(E, Through));)
        E = Whole->IgnoreImplicit()->IgnoreParenImpCasts();
      // std::tie(a, b) = …: whatever it gives, all that it was given may be other ones.
      if (const auto *Call = dyn_cast<CallExpr>(E);
          Call && Call->getDirectCallee() && Call->getDirectCallee()->isInStdNamespace())
        for (const Expr *A : Call->arguments())
          assign(A);
      const auto *R = dyn_cast<DeclRefExpr>(E);
      const VarDecl *D = R ? variableOf(R->getDecl()) : nullptr;
      if (!D)
        return;
      if (At.isInvalid())
        At = R->getLocation();
      Known[D].Assignments.push_back(At);
      if (Follows)
        Known[D].Followed.push_back(At);
      const bool Refers = D->getType()->isReferenceType();
      E = (Refers || Through) && !isa<ParmVarDecl>(D) ? D->getInit() : nullptr;
      Follows &= Refers || IsPointer;
    }
  }
};

} // namespace

bool mayMoveElements(const CXXMethodDecl &Method) {
  static const llvm::StringSet<> Keep = {"at",        "front",        "back",    "value",
                                         "push_back", "emplace_back", "reserve", "shrink_to_fit"};
  return Method.getParent()->isInStdNamespace() && Method.getIdentifier() && !Keep.contains(Method.getName());
}

static void scan(Stmt *Body, llvm::DenseMap<const VarDecl *, Mutations::Uses> &Known) {
  Scanner Scan(Known);
  Scan.TraverseStmt(Body);
  for (const VarDecl *D : Scan.Copied)
    Known[D].Followed.clear();
}

const Mutations::Uses &Mutations::of(const VarDecl *D) {
  const FunctionDecl *Outer = nullptr;
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *FD = dyn_cast<FunctionDecl>(DC))
      Outer = FD;
  if (Outer && Scanned.insert(Outer).second)
    scan(Outer->getBody(), Known);
  return Known[D];
}

bool Mutations::isNeverChanged(const VarDecl *D) {
  return D->getType().isConstQualified() || (D->hasLocalStorage() && of(D).Changes.empty());
}

bool Mutations::isPartReassigned(const VarDecl *D) { return !of(D).Assignments.empty(); }

bool Mutations::isExposed(const VarDecl *D) {
  const Uses &U = of(D);
  return llvm::any_of(U.Changes, [&](SourceLocation L) { return !llvm::is_contained(U.Followed, L); });
}

bool Mutations::isRedirected(const VarDecl *D) {
  return !(D->getType().getNonReferenceType()->isRecordType() ? of(D).Assignments : of(D).Changes).empty();
}

static bool isAnyBetween(llvm::ArrayRef<SourceLocation> All, SourceLocation Begin, SourceLocation End,
                         const SourceManager &SM) {
  return llvm::any_of(All, [&](SourceLocation L) {
    return SM.isBeforeInTranslationUnit(Begin, L) && (End.isInvalid() || !SM.isBeforeInTranslationUnit(End, L));
  });
}

bool Mutations::isAssignedBetween(const VarDecl *D, SourceLocation Begin, SourceLocation End, const SourceManager &SM) {
  return isAnyBetween(of(D).Assignments, Begin, End, SM);
}

bool Mutations::isChangedBetween(const VarDecl *D, SourceLocation Begin, SourceLocation End, const SourceManager &SM) {
  return isAnyBetween(of(D).Changes, Begin, End, SM);
}

namespace {

// All that is assigned to, by whatever name, outside of system headers.
class AssignmentFinder : public DynamicRecursiveASTVisitor {
public:
  llvm::DenseSet<const ValueDecl *> Found;
  explicit AssignmentFinder(const SourceManager &SM) : SM(SM) { ShouldVisitTemplateInstantiations = true; }

  bool TraverseDecl(Decl *D) override {
    if (!D || (D->getDeclContext() && D->getDeclContext()->isFileContext() && SM.isInSystemHeader(D->getLocation())))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitBinaryOperator(BinaryOperator *E) override { return !E->isAssignmentOp() || assigned(E->getLHS()); }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    return !E->isIncrementDecrementOp() || assigned(E->getSubExpr());
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    return E->getOperator() != OO_Equal || assigned(E->getArg(0));
  }
  bool VisitCallExpr(CallExpr *E) override {
    static const llvm::StringSet<> Change = {"swap", "exchange", "emplace", "reset", "tie"};
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || !Change.contains(Callee->getName()))
      return true;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      assigned(Member->getImplicitObjectArgument());
    for (const Expr *A : E->arguments())
      assigned(A);
    return true;
  }

private:
  bool assigned(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      return assigned(U->getSubExpr());
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E); O && O->getNumArgs())
      return assigned(O->getArg(0));
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return assigned(A->getBase());
    if (const auto *M = dyn_cast<MemberExpr>(E))
      Found.insert(cast<ValueDecl>(M->getMemberDecl()->getCanonicalDecl()));
    else if (const auto *R = dyn_cast<DeclRefExpr>(E))
      Found.insert(cast<ValueDecl>(R->getDecl()->getCanonicalDecl()));
    return true;
  }

  const SourceManager &SM;
};

} // namespace

bool Mutations::isAssignedAnywhere(const ValueDecl *D) {
  if (!Assigned) {
    ASTContext &Context = D->getASTContext();
    AssignmentFinder Finder(Context.getSourceManager());
    Finder.TraverseDecl(Context.getTranslationUnitDecl());
    Assigned = std::move(Finder.Found);
  }
  return Assigned->contains(cast<ValueDecl>(D->getCanonicalDecl()));
}

bool Mutations::isRedirectedBetween(const VarDecl *D, SourceLocation Begin, SourceLocation End,
                                    const SourceManager &SM) {
  // Every use of an object may change it, but few make it another one.
  const Uses &P = of(D);
  return llvm::any_of(D->getType()->isPointerType() ? P.Changes : P.Assignments, [&](SourceLocation L) {
    return !llvm::is_contained(P.Followed, L) && SM.isBeforeInTranslationUnit(Begin, L) &&
           SM.isBeforeInTranslationUnit(L, End);
  });
}

} // namespace syclfuse::plugin
