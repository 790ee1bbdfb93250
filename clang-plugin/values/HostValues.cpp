// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostValues.h"

#include "DepthGuard.h"
#include "names/Library.h"

using namespace clang;

namespace syclfuse::plugin {

const Env *ownerOf(const VarDecl *D, const Env *In) {
  if (!D->hasLocalStorage())
    return nullptr;
  const auto *Function = dyn_cast<FunctionDecl>(D->getDeclContext());
  for (const Env *E = In; E; E = E->Parent)
    if (E->Function == Function && (!E->Locals || E->Locals->count(D)))
      return E;
  return nullptr;
}

const Env *HostValues::call(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Arguments, Value This,
                            const Env *Caller, const Env *Made) {
  Env &E = Activations.emplace_back();
  E.Parent = Made ? Made : Caller;
  E.Function = Callee;
  E.This = This;
  for (unsigned I = 0, N = std::min<unsigned>(Arguments.size(), Callee->getNumParams()); I != N; ++I)
    E.Parameters[Callee->getParamDecl(I)] = {Arguments[I], Caller};
  return &E;
}

const Env *HostValues::madeIn(Value Object) {
  Value Lambda = origin(Object);
  return Lambda && isa<LambdaExpr>(Lambda.E) ? Lambda.In : nullptr;
}

const Env *HostValues::round(const Env *In, const Variables &Locals, const VarDecl *Variable,
                             std::optional<llvm::APSInt> Number, Element Item) {
  Env &E = Activations.emplace_back();
  E.Parent = In;
  E.Function = In->Function;
  E.Locals = &Locals;
  E.Variable = Variable;
  E.Number = std::move(Number);
  E.Item = Item;
  return &E;
}

const Env *HostValues::roundOf(const VarDecl *D, const Env *In) const {
  for (const Env *E = In; E; E = E->Parent)
    if (E->Variable == D && D)
      return E;
  return nullptr;
}

Value HostValues::argumentOf(const VarDecl *D, const Env *In) const {
  for (const Env *E = In; E; E = E->Parent) {
    auto It = E->Parameters.find(D);
    if (It != E->Parameters.end())
      return It->second;
  }
  return {};
}

Value HostValues::initializerOf(const VarDecl *D, const Env *In) {
  if (!D || !D->getInit() || isa<ParmVarDecl>(D))
    return {};
  const Env *Owner = ownerOf(D, In);
  return {D->getInit(), Owner ? Owner : In};
}

// What the bound parameter or reference D stands for; nothing if D is memory of its own.
Value HostValues::ofVariable(const VarDecl *D, const Env *In) {
  if (Value Argument = argumentOf(D, In)) // a parameter that is changed is no longer what was passed
    return D->getType()->isReferenceType() || !Changes.isRedirected(D) ? Argument : Value{};
  return D->getType()->isReferenceType() && !roundOf(D, In) ? initializerOf(D, In) : Value{};
}

static bool isCopy(const CXXConstructExpr *E) {
  return E->getNumArgs() >= 1 && E->getConstructor()->isCopyOrMoveConstructor() && !isa<CXXTemporaryObjectExpr>(E);
}

// Whether a conversion of integers gives the number that it is given. Numbers of 64 bits are taken for sizes: what is
// too large or negative is no size, whatever its sign is called.
static bool keepsNumber(const CastExpr *C, const ASTContext &Context) {
  const QualType From = C->getSubExpr()->getType(), To = C->getType();
  const unsigned Had = Context.getIntWidth(From), Has = Context.getIntWidth(To);
  const bool WasUnsigned = From->isUnsignedIntegerOrEnumerationType(),
             IsUnsigned = To->isUnsignedIntegerOrEnumerationType();
  return Has >= Had && (Has >= 64 || WasUnsigned == IsUnsigned || (WasUnsigned && Has > Had));
}

static const Expr *castOperand(const Expr *E, const ASTContext &Context) {
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    // A conversion by constructor is the construction; one between classes may cut the object.
    CastKind K = C->getCastKind();
    bool Keeps = K == CK_NoOp || K == CK_LValueToRValue || K == CK_ConstructorConversion ||
                 K == CK_ArrayToPointerDecay || K == CK_FunctionToPointerDecay || K == CK_BitCast ||
                 K == CK_UserDefinedConversion || (K == CK_IntegralCast && keepsNumber(C, Context));
    return Keeps ? C->getSubExpr() : nullptr;
  }
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return P->getSubExpr();
  if (const auto *F = dyn_cast<FullExpr>(E))
    return F->getSubExpr();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return M->getSubExpr();
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return B->getSubExpr();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return S->getReplacement();
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return D->getExpr();
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return D->getExpr();
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E))
    return O->getSourceExpr();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && isCopy(C))
    return C->getArg(0);
  if (const auto *C = dyn_cast<CallExpr>(E); C && C->getNumArgs() == 1)
    if (unsigned ID = C->getBuiltinCallee();
        ID == Builtin::BImove || ID == Builtin::BIforward || ID == Builtin::BIas_const)
      return C->getArg(0);
  if (const auto *L = dyn_cast<InitListExpr>(E); L && L->isSemanticForm() && L->isTransparent())
    return L->getInit(0);
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    return L->getSubExpr();
  return nullptr;
}

Value HostValues::returned(Value V) {
  const auto *Call = dyn_cast<CallExpr>(V.E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr, *Definition = nullptr;
  const auto *Body = Callee ? dyn_cast_or_null<CompoundStmt>(Callee->getBody(Definition)) : nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Body || Body->size() != 1 || (Method && Method->isVirtual()))
    return {};
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  if (!Return || !Return->getRetValue())
    return {};
  llvm::ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  Value This;
  const Env *Made = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    This = {Member->getImplicitObjectArgument(), V.In};
  } else if (isa<CXXOperatorCallExpr>(Call) && Method) {
    if (!Method->getParent()->isLambda())
      This = {Arguments.front(), V.In};
    else
      Made = madeIn({Arguments.front(), V.In});
    Arguments = Arguments.drop_front();
  }
  return {Return->getRetValue(), call(Definition, Arguments, This, V.In, Made)};
}

// Whether E calls a function that may only name or make something: one of the user's, or one that is known to.
static bool isFollowedCall(const Expr *E, const ASTContext &Context, KnownDeclarations &Names) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && !Callee->getBuiltinID() &&
         (!isLibrary(Callee, Context) || Names.of(Callee) == Known::GetImageAccess);
}

// What a std::reference_wrapper refers to, and which of the two a condition that is constant chooses.
Value HostValues::referred(Value V) {
  if (const auto *C = dyn_cast<ConditionalOperator>(V.E)) {
    std::optional<uint64_t> Taken = integer({C->getCond(), V.In});
    return Taken ? Value{*Taken ? C->getTrueExpr() : C->getFalseExpr(), V.In} : Value{};
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(V.E);
      C && C->getNumArgs() && Names.of(C->getType()) == Known::StdReference)
    return {C->getArg(0), V.In};
  const auto *Call = dyn_cast<CallExpr>(V.E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Names.of(Callee) == Known::StdRef && Call->getNumArgs() == 1)
    return {Call->getArg(0), V.In};
  const auto *Member = dyn_cast_or_null<CXXMemberCallExpr>(Call);
  if (Member && (Names.of(Callee) == Known::StdRefGet ||
                 (isa<CXXConversionDecl>(Callee) &&
                  Names.of(cast<CXXConversionDecl>(Callee)->getParent()) == Known::StdReference)))
    return {Member->getImplicitObjectArgument(), V.In};
  return {};
}

Value HostValues::stripOnce(Value V) {
  if (const Expr *Operand = castOperand(V.E, Context))
    return {Operand, V.In};
  if (Value Referred = referred(V))
    return Referred;
  if (const auto *U = dyn_cast<UnaryOperator>(V.E); U && U->getOpcode() == UO_AddrOf) {
    // &*p and *&x; a lone & or * is the way to the same memory. &p[2] is p + 2.
    const Expr *Of = U->getSubExpr()->IgnoreParens();
    if (const auto *D = dyn_cast<UnaryOperator>(Of); D && D->getOpcode() == UO_Deref)
      return {D->getSubExpr(), V.In};
    const auto *A = dyn_cast<ArraySubscriptExpr>(Of);
    return A && A->getBase()->IgnoreParenImpCasts()->getType()->isPointerType() ? Value{} : Value{Of, V.In};
  }
  if (const auto *U = dyn_cast<UnaryOperator>(V.E); U && U->getOpcode() == UO_Deref) {
    // Of pointers to pointers, one leads to others: *v is v[0], if v is not just the address of a pointer.
    const Value Of = strip({U->getSubExpr(), V.In});
    const bool Same = !U->getType()->isPointerType() ||
                      (Of && Context.hasSameUnqualifiedType(Of.E->getType().getNonReferenceType(), U->getType()));
    return Same ? Value{U->getSubExpr(), V.In} : Value{};
  }
  if (isa<CXXThisExpr>(V.E))
    for (const Env *E = V.In; E; E = E->Parent)
      if (E->This)
        return E->This;
  if (const auto *R = dyn_cast<DeclRefExpr>(V.E)) {
    if (const auto *D = dyn_cast<VarDecl>(R->getDecl()))
      return ofVariable(D, V.In);
    if (const auto *Binding = dyn_cast<BindingDecl>(R->getDecl()))
      return {Binding->getBinding(), V.In};
  }
  if (isFollowedCall(V.E, Context, Names))
    return returned(V);
  return {};
}

Value HostValues::strip(Value V) {
  DepthGuard Guard(Depth);
  for (unsigned I = 0; V && I != DepthGuard::Max && !Guard.tooDeep(); ++I) {
    Value Next = stripOnce(V);
    if (!Next)
      return V;
    V = Next;
  }
  return {};
}

Value HostValues::origin(Value V) {
  DepthGuard Guard(Depth);
  for (unsigned I = 0; V && I != DepthGuard::Max && !Guard.tooDeep(); ++I) {
    V = strip(V);
    if (!V)
      return {};
    const VarDecl *D = variableNamed(V.E);
    const Env *Round = roundOf(D, V.In);
    const Value Next = Round ? partOfElement(Round->Item, {}) : D ? initializerOf(D, V.In) : member(V);
    if (!Next)
      return V;
    V = Next;
  }
  return {};
}

void HostValues::setCaller(const FunctionDecl *Function, llvm::ArrayRef<const Expr *> Arguments,
                           const FunctionDecl *Caller) {
  Passed.clear();
  const Env *In = root(Caller);
  for (unsigned I = 0, N = std::min<unsigned>(Arguments.size(), Function->getNumParams()); I != N; ++I)
    Passed[Function->getParamDecl(I)] = {Arguments[I], In};
}

Value HostValues::made(Value V, bool ThroughCaller) {
  Value Made = origin(V);
  if (!Made)
    return {};
  if (const FieldDecl *Field = fieldNamed(Made.E))
    return madeByConstructor(Field);
  DepthGuard Guard(Depth);
  if (isa<CallExpr>(Made.E) && !Guard.tooDeep())
    for (Value Inner : {contained(Made), result(Made)})
      if (Inner && Inner.E != Made.E)
        return made(Inner, ThroughCaller);
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(variableNamed(Made.E));
  if (!Parameter || !ThroughCaller)
    return Made;
  SawParameter = true;
  auto It = Passed.find(Parameter);
  return It == Passed.end() ? Made : made(It->second);
}

std::optional<uint64_t> HostValues::integer(Value V) { return Integers ? Integers(V) : std::nullopt; }

const FunctionDecl *HostValues::callOperator(const Expr *E, Known Argument) {
  const CXXRecordDecl *Record = E->getType()->getAsCXXRecordDecl();
  if (!Record || !Record->getDefinition())
    return nullptr;
  DeclarationName Call = Context.DeclarationNames.getCXXOperatorName(OO_Call);
  auto Takes = [&](const FunctionDecl *FD) {
    return FD->hasBody() && !FD->isDependentContext() && FD->getNumParams() == 1 &&
           Names.ofPointee(FD->getParamDecl(0)->getType()) == Argument;
  };
  for (const NamedDecl *D : Record->getDefinition()->lookup(Call)) {
    if (const auto *FD = dyn_cast<FunctionDecl>(D); FD && Takes(FD))
      return FD->getDefinition();
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      for (const FunctionDecl *FD : Template->specializations())
        if (Takes(FD))
          return FD->getDefinition();
  }
  return nullptr;
}

} // namespace syclfuse::plugin
