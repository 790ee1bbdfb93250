// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EscapedObjects.h"

#include "FusionEffects.h"
#include "names/Library.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

const Expr *core(const Expr *E) { return E->IgnoreImplicit()->IgnoreParenImpCasts(); }

// Whether who has a T can change what it leads to.
bool leadsOn(QualType T) {
  return (T->isReferenceType() || T->isPointerType()) && !T->isFunctionPointerType() &&
         !T->getPointeeType().isConstQualified();
}

// Gives all mentions of variables and of `this` that do more than to read, to assign in a way that the walk of a region
// follows, or to bind to const. What is known of an expression comes from the one that it is in.
class Scanner : public RecursiveASTVisitor<Scanner> {
public:
  using Found = std::function<void(const VarDecl *, EscapedObjects::Mention)>;
  explicit Scanner(Found Report) : Report(std::move(Report)) {}

  bool VisitCastExpr(CastExpr *E) {
    const QualType T = E->getType();
    const bool Reads = E->getCastKind() == CK_LValueToRValue, Const = E->isLValue() && T.isConstQualified();
    const bool Given = T->isPointerType() && T->getPointeeType().isConstQualified();
    if ((Reads && !leadsOn(T)) || Const || Given || E->getCastKind() == CK_PointerToBoolean)
      Harmless.insert(core(E->getSubExpr()));
    else if (Reads)
      Read.insert(core(E->getSubExpr()));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp() && isFollowedScalar(E->getLHS()))
      Harmless.insert(core(E->getLHS()));
    for (const Expr *Operand : {E->getLHS(), E->getRHS()})
      if (E->isComparisonOp())
        Harmless.insert(core(Operand));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp() && isFollowedScalar(E->getSubExpr()))
      Harmless.insert(core(E->getSubExpr()));
    else if (E->getOpcode() == UO_AddrOf || E->getOpcode() == UO_Deref)
      pass(E, E->getSubExpr(), Uses.lookup(E).Part);
    return true;
  }
  // A part of a variable.
  bool VisitMemberExpr(MemberExpr *E) {
    const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
    if (!Field)
      return true;
    if (Field->getType()->isReferenceType() || E->getType().isConstQualified())
      Harmless.insert(E);
    return pass(E, E->getBase(), HostValues::partOf(E) + Uses.lookup(E).Part);
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) { return pass(E, E->getBase(), ""); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    const VarDecl *D = S->getLoopVariable();
    if (D && (!D->getType()->isReferenceType() || !leadsOn(D->getType())))
      Harmless.insert(core(S->getRangeInit()));
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    const bool IsOperator = isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance();
    if (const Expr *Object = Member       ? Member->getImplicitObjectArgument()
                             : IsOperator ? E->getArg(0)
                                          : nullptr;
        Object && Method) {
      const bool Assigns = IsOperator && cast<CXXOperatorCallExpr>(E)->getOperator() == OO_Equal; // followed
      if (Method->isConst() || Method->isStatic() || Assigns)
        Harmless.insert(core(Object));
      else if (namesElement(Method))
        pass(E, Object, "");
      else
        give(Object, E, Method, EscapedObjects::Mention::Object);
    }
    if (Callee && !Member && namesElement(Callee) && E->getNumArgs() == 1)
      return pass(E, E->getArg(0), "");
    for (unsigned I = IsOperator; I < E->getNumArgs(); ++I)
      argument(E->getArg(I), E, Callee, I - IsOperator);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      argument(E->getArg(I), E, E->getConstructor(), I);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const auto *D = dyn_cast<VarDecl>(E->getDecl()); D && !E->getType().isConstQualified())
      mentioned(E, D);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) {
    if (!E->getType()->getPointeeType().isConstQualified())
      mentioned(E, nullptr);
    return true;
  }
  // Capturing changes nothing; what the body does is seen there.
  bool TraverseLambdaCapture(LambdaExpr *E, const LambdaCapture *C, Expr *Init) {
    return !E->isInitCapture(C) || RecursiveASTVisitor::TraverseLambdaCapture(E, C, Init);
  }
  // As it is initialized, not as it is written.
  bool TraverseInitListExpr(InitListExpr *E) {
    const InitListExpr *Semantic = E->isSemanticForm() ? E : E->getSemanticForm();
    for (const Expr *Init : (Semantic ? Semantic : E)->inits())
      TraverseStmt(const_cast<Expr *>(Init));
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; } // sizeof

private:
  // Members and functions of the library that only name an element of what they are given.
  static bool namesElement(const FunctionDecl *Callee) {
    if (!Callee->isInStdNamespace() &&
        !(isa<CXXMethodDecl>(Callee) && cast<CXXMethodDecl>(Callee)->getParent()->isInStdNamespace()))
      return Callee->getOverloadedOperator() == OO_Subscript;
    if (Callee->isOverloadedOperator())
      return Callee->getOverloadedOperator() == OO_Subscript || Callee->getOverloadedOperator() == OO_Star ||
             Callee->getOverloadedOperator() == OO_Arrow;
    const IdentifierInfo *Name = Callee->getIdentifier();
    return Name && (Name->isStr("at") || Name->isStr("get") || Name->isStr("front") || Name->isStr("back") ||
                    Name->isStr("value"));
  }

  // What is known of Whole holds for Inner, of which Part is mentioned.
  bool pass(const Expr *Whole, const Expr *Inner, const std::string &Part) {
    Inner = core(Inner);
    if (Harmless.count(Whole)) {
      Harmless.insert(Inner);
      return true;
    }
    EscapedObjects::Mention M = Uses.lookup(Whole);
    M.OfPointee |= M.Part.empty() && Read.count(Whole);
    M.Part = Part;
    Uses[Inner] = std::move(M);
    return true;
  }
  void give(const Expr *E, const Expr *Call, const FunctionDecl *Callee, int Parameter) {
    EscapedObjects::Mention &M = Uses[core(E)];
    M.At = Call->getEndLoc();
    M.Callee = Callee;
    M.Parameter = Parameter;
  }
  void argument(const Expr *E, const Expr *Call, const FunctionDecl *Callee, unsigned I) {
    const QualType T = Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I)->getType() : E->getType();
    if (leadsOn(T) || E->isGLValue())
      give(E, Call, Callee && I < Callee->getNumParams() ? Callee : nullptr, I);
  }
  void mentioned(const Expr *E, const VarDecl *D) {
    if (Harmless.count(E))
      return;
    EscapedObjects::Mention M = Uses.lookup(E);
    if (M.At.isInvalid())
      M.At = E->getExprLoc();
    M.OfPointee |= M.Part.empty() && Read.count(E);
    Report(D, std::move(M));
  }

  Found Report;
  llvm::DenseSet<const Expr *> Harmless, Read;
  llvm::DenseMap<const Expr *, EscapedObjects::Mention> Uses;
};

// Whether one of two parts is a part of the other.
bool overlap(llvm::StringRef A, llvm::StringRef B) {
  if (A.size() > B.size())
    std::swap(A, B);
  return B.consume_front(A) && (A.empty() || B.empty() || Place::beginsPart(B.front()));
}

const FunctionDecl *outermost(const DeclContext *DC) {
  const FunctionDecl *Found = nullptr;
  for (; DC; DC = DC->getParent())
    if (const auto *FD = dyn_cast<FunctionDecl>(DC))
      Found = FD;
  return Found;
}

} // namespace

llvm::StringRef EscapedObjects::behind(llvm::StringRef Part) {
  const size_t End =
      !Part.empty() && (Part.front() == '+' || Part.front() == '-') ? Part.find(" bytes") : llvm::StringRef::npos;
  return End == llvm::StringRef::npos ? Part : Part.substr(End + 6);
}

const EscapedObjects::Mentions &EscapedObjects::of(const FunctionDecl *Outermost, const VarDecl *D) {
  if (Scanned.insert(Outermost).second) {
    Scanner Scan([&](const VarDecl *Of, Mention M) {
      Known[{Outermost, Of ? Of->getCanonicalDecl() : nullptr}].push_back(std::move(M));
    });
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Outermost))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        Scan.TraverseStmt(Init->getInit());
    Scan.TraverseStmt(Outermost->getBody());
  }
  return Known[{Outermost, D}];
}

// A function of the user's may do what is done in it, and any other everything.
bool EscapedObjects::callMayChange(const Mention &M, llvm::StringRef Part) {
  const FunctionDecl *Definition = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(M.Callee);
  if (!M.Callee || (Method && Method->isVirtual()) || isLibrary(M.Callee, Context) || !M.Callee->hasBody(Definition))
    return true;
  const VarDecl *Given =
      M.Parameter == Mention::Object ? nullptr : Definition->getParamDecl(M.Parameter)->getCanonicalDecl();
  llvm::StringRef Rest = Part.starts_with(M.Part) ? Part.substr(M.Part.size()) : "";
  const auto [It, New] = Called.try_emplace({{Definition, Given}, Rest.str()}, true); // of recursion nothing is known
  if (New)
    It->second = mayChange(outermost(Definition), Given, Rest, {});
  return It->second;
}

bool EscapedObjects::mayChange(const FunctionDecl *Outermost, const VarDecl *D, llvm::StringRef Part,
                               SourceLocation Horizon) {
  const Mentions All = of(Outermost, D); // a copy: others are scanned meanwhile
  return llvm::any_of(All, [&](const Mention &M) {
    if (!overlap(M.Part, Part) || (M.OfPointee && Part.size() <= M.Part.size()) ||
        (Horizon.isValid() && !Context.getSourceManager().isBeforeInTranslationUnit(M.At, Horizon)))
      return false;
    return callMayChange(M, Part);
  });
}

bool EscapedObjects::mayChange(const Place &P, const FunctionDecl *In, SourceLocation Horizon) {
  const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
  if (P.Root && !D)
    return true;
  // A variable of another function has been walked to the end, or is in the round of a loop.
  const FunctionDecl *Of = D && D->hasLocalStorage() ? outermost(D->getDeclContext()) : outermost(In);
  if (!Of || !Of->hasBody(Of))
    return true;
  return mayChange(Of, D ? D->getCanonicalDecl() : nullptr, behind(P.Part),
                   Of == outermost(In) ? Horizon : SourceLocation());
}

bool EscapedObjects::mayBeReached(const Place &P, const FunctionDecl *In, SourceLocation Horizon) {
  const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
  if (D && D->hasLocalStorage() && D->getType()->isPointerType() && !behind(P.Part).empty())
    return true;
  return mayChange(P, In, Horizon);
}

} // namespace syclfuse::plugin
