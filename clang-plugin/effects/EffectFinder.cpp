// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EffectFinder.h"

#include "names/Library.h"
#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

void FusionEffects::add(const FusionEffects &O) {
  Submits |= O.Submits;
  Starts |= O.Starts;
  Ends |= O.Ends;
  Builds |= O.Builds;
  Redirects |= O.Redirects;
  EndsHolding |= O.EndsHolding;
  Leaves |= O.Leaves;
}

namespace {

class Scanner : public DynamicRecursiveASTVisitor {
public:
  FusionEffects Found;
  Scanner(EffectFinder &Finder, KnownDeclarations &Names) : Finder(Finder), Names(Names) {}

  bool VisitBinaryOperator(BinaryOperator *E) override {
    Found.Redirects |= E->isAssignmentOp() && isFollowedScalar(E->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    Found.Redirects |= E->isIncrementDecrementOp() && isFollowedScalar(E->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
    auto IsFollowed = [&](QualType T) { return Finder.mayHoldMemory(T) || isQueueHolder(T, Names); };
    if ((Operator && Operator->getOperator() == OO_Equal && IsFollowed(E->getArg(0)->getType())) ||
        (Callee && isSwap(Callee)))
      Found.Redirects = true;
    Finder.forEachGiven(E, [&](const Expr *) { Found.Redirects = true; });
    Found.EndsHolding |= Finder.endsHolding(E);
    switch (Names.of(E->getDirectCallee())) {
    case Known::Submit:
    case Known::QueueKernel:
    case Known::HandlerKernel:
    case Known::NotAKernel:
    case Known::ExpectNdRange:
      Found.Submits = true;
      return true;
    case Known::StartFusion:
      Found.Starts = true;
      return true;
    case Known::BeginRecording:
    case Known::EndRecording:
    case Known::AddNode:
    case Known::MakeEdge:
      Found.Builds = Found.Submits = true;
      return true;
    case Known::FinalizeGraph:
      Found.Builds = Found.Ends = true;
      return true;
    case Known::CompleteFusion:
    case Known::CancelFusion:
      Found.Ends = true;
      return true;
    case Known::None:
      Found.Submits |= Finder.takesQueue(E, E->getDirectCallee()) || Finder.callsHeldFunction(E);
      return called(E->getDirectCallee());
    default:
      return true;
    }
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    Found.EndsHolding |= Finder.endsHolding(E);
    return called(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) override { return called(E->getConstructor()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitVarDecl(VarDecl *D) override { return destroyed(D->getType()); }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override { return destroyed(E->getType()); }
  // What its iterators do.
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) override {
    const Stmt *Parts[] = {S->getBeginStmt(), S->getEndStmt(), S->getCond(), S->getInc(), S->getLoopVarStmt()};
    for (const Stmt *Part : Parts)
      TraverseStmt(const_cast<Stmt *>(Part));
    return true;
  }
  // Whoever goes on meanwhile may.
  bool VisitCoroutineSuspendExpr(CoroutineSuspendExpr *) override { return Found.Submits = true; }
  bool VisitCoreturnStmt(CoreturnStmt *) override { return Found.Leaves = true; }
  bool VisitReturnStmt(ReturnStmt *) override { return Found.Leaves = true; }
  bool VisitBreakStmt(BreakStmt *) override { return Found.Leaves = true; }
  bool VisitContinueStmt(ContinueStmt *) override { return Found.Leaves = true; }
  bool VisitGotoStmt(GotoStmt *) override { return Found.Leaves = true; }
  // The body of a lambda is where it is called, but what it is passed to may call it.
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    bool Leaves = Found.Leaves;
    DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
    Found.Leaves = Leaves;
    return true;
  }

private:
  bool destroyed(QualType T) {
    Found.add(Finder.ofDestruction(T));
    return true;
  }
  bool called(const FunctionDecl *FD) {
    if (FD) {
      FusionEffects Callee = Finder.of(FD);
      Callee.Leaves = false;
      Found.add(Callee);
    }
    return true;
  }

  EffectFinder &Finder;
  KnownDeclarations &Names;
};

} // namespace

bool isSwap(const FunctionDecl *FD) { return FD->getIdentifier() && FD->getName() == "swap"; }

bool isFollowedScalar(const Expr *E) {
  E = E->IgnoreParens();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const bool IsOfObject = R ? R->getDecl()->getType()->isReferenceType() : isa<MemberExpr, UnaryOperator>(E);
  return E->getType()->isPointerType() || (E->getType()->isIntegralOrEnumerationType() && IsOfObject);
}

bool EffectFinder::mayHoldMemory(QualType T) {
  T = T.getNonReferenceType();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (T->isPointerType() || Names.of(Record) == Known::Buffer)
    return true;
  return Record && !Record->isLambda() && Names.of(Record) == Known::None && Record->getName() != "basic_string";
}

bool EffectFinder::isLibrary(const FunctionDecl *FD) const {
  return FD->getBuiltinID() != 0 || plugin::isLibrary(FD, Context);
}

FusionEffects EffectFinder::of(const Stmt *S) {
  Scanner Scan(*this, Names);
  if (S)
    Scan.TraverseStmt(const_cast<Stmt *>(S));
  return Scan.Found;
}

FusionEffects EffectFinder::of(const FunctionDecl *FD) {
  const FunctionDecl *Definition = nullptr;
  if (!FD->hasBody(Definition) || isLibrary(Definition))
    return {};
  auto [It, New] = Functions.try_emplace(Definition); // recursion finds its commands elsewhere
  if (!New)
    return It->second;
  FusionEffects Found = of(Definition->getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Found.add(of(Init->getInit()));
  return Functions[Definition] = Found;
}

FusionEffects EffectFinder::ofDestruction(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || !Record->getDestructor() || plugin::isLibrary(Record, Context))
    return {};
  auto [It, New] = Classes.try_emplace(Record);
  if (!New)
    return It->second;
  FusionEffects Found = of(Record->getDestructor());
  for (const FieldDecl *F : Record->fields())
    Found.add(ofDestruction(F->getType()));
  for (const CXXBaseSpecifier &B : Record->bases())
    Found.add(ofDestruction(B.getType()));
  Found.Leaves = false;
  return Classes[Record] = Found;
}

bool EffectFinder::isVirtual(const CallExpr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const auto *Method = Call ? Call->getMethodDecl() : nullptr;
  const auto *Member = Call ? dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens()) : nullptr;
  if (!Method || !Method->isVirtual() || !Member || Member->hasQualifier() || Method->hasAttr<FinalAttr>() ||
      Method->getParent()->hasAttr<FinalAttr>())
    return false;
  const auto *Object = dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
  return Member->isArrow() || !Object || Object->getDecl()->getType()->isReferenceType();
}

bool EffectFinder::takesQueue(const CallExpr *E, const FunctionDecl *Callee) {
  if (Callee && (Callee->hasBody() || isLibrary(Callee)) && !isVirtual(E))
    return false;
  // Objects that hold a queue: what gives something back may only ask them.
  if (Callee && (E->getType()->isVoidType() || Names.ofPointee(E->getType()) == Known::Event)) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    if (Member && leadsToQueue(Member->getMethodDecl()->getThisType(), Context, Names))
      return true;
    if (llvm::any_of(Callee->parameters(),
                     [&](const ParmVarDecl *P) { return leadsToQueue(P->getType(), Context, Names); }))
      return true;
  }
  return llvm::any_of(E->arguments(), [&](const Expr *A) {
    Known Kind = Names.ofPointee(A->getType());
    if (Kind != Known::Queue && Kind != Known::Handler && Kind != Known::FusionWrapper && Kind != Known::CommandGraph)
      return false;
    // A copy of a queue is the queue.
    return A->getType()->isRecordType() ? (!A->isLValue() || !A->getType().isConstQualified())
                                        : !A->getType()->getPointeeType().isConstQualified();
  });
}

bool EffectFinder::endsHolding(const Expr *E) {
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Names.of(Construct->getType()) == Known::HostAccessor &&
           !Construct->getConstructor()->isCopyOrMoveConstructor();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  const Known Kind = Names.of(Callee);
  if (Kind == Known::GetAccess) // of the host, where no handler is given
    return llvm::none_of(Call->arguments(),
                         [&](const Expr *A) { return Names.of(A->getType().getNonReferenceType()) == Known::Handler; });
  // sycl_ext_oneapi_enqueue_functions take a copy of the queue.
  return Kind == Known::EndsHolding || (Kind == Known::None && !isa<CXXMethodDecl>(Callee) && isLibrary(Callee) &&
                                        llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
                                          return Names.of(P->getType()) == Known::Queue;
                                        }));
}

// Whether who is given a T can change an object or a number.
static bool mayChange(QualType T) {
  if (!T->isLValueReferenceType() && !T->isPointerType())
    return false;
  T = T->getPointeeType();
  return !T.isConstQualified() && (T->isRecordType() || T->isIntegralOrEnumerationType());
}

void EffectFinder::forEachGiven(const CallExpr *E, llvm::function_ref<void(const Expr *)> Visit) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const bool IsSeen = Callee && Callee->hasBody() && !isVirtual(E);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
      Member && Method && !Method->isConst() && !Method->isStatic())
    if (const Expr *Object = Member->getImplicitObjectArgument();
        isLibrary(Method) ? mayMoveElements(*Method) && mayHoldMemory(Object->getType())
                          : !IsSeen && !isa<CXXConversionDecl>(Method))
      Visit(Object);
  // A std::function is no function that is known.
  if (Callee && !callsHeldFunction(E) && (isLibrary(Callee) || IsSeen))
    return;
  QualType Called = E->getCallee()->getType();
  const auto *Type = (Called->isPointerType() ? Called->getPointeeType() : Called)->getAs<FunctionProtoType>();
  if (Callee)
    Type = Callee->getType()->getAs<FunctionProtoType>();
  const unsigned First = isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance();
  for (unsigned I = 0; Type && I < Type->getNumParams() && First + I < E->getNumArgs(); ++I)
    if (mayChange(Type->getParamType(I)))
      Visit(E->getArg(First + I));
}

bool EffectFinder::callsHeldFunction(const CallExpr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const CXXRecordDecl *Object = Call && Call->getOperator() == OO_Call && Call->getNumArgs()
                                    ? Call->getArg(0)->getType().getNonReferenceType()->getAsCXXRecordDecl()
                                    : nullptr;
  return Object && Object->isInStdNamespace() &&
         (E->getType()->isVoidType() || Names.ofPointee(E->getType()) == Known::Event);
}

} // namespace syclfuse::plugin
