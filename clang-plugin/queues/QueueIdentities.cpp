// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QueueIdentities.h"

using namespace clang;

namespace syclfuse::plugin {

bool endsItsRegion(QualType T, KnownDeclarations &Names) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Names.of(Record) == Known::FusionWrapper && Record->getName() == "fusion_region";
}

// Longer chains of copies are not followed.
static constexpr unsigned MaxCopies = 16;

// The queue or wrapper that Init copies.
Value QueueIdentities::copied(Value Init, Known Kind) {
  Value Next = Values.strip(Init);
  if (!Next || Values.names().ofPointee(Next.E->getType()) != Kind || isa<CXXConstructExpr>(Next.E))
    return {};
  const auto *Call = dyn_cast<CallExpr>(Next.E);
  const bool IsGetter = Call && Values.names().of(Call->getDirectCallee()) == Known::GetWrapperQueue;
  return IsGetter || Values.place(Next) ? Next : Value{};
}

Value QueueIdentities::ofVariable(Value V, Known Kind) {
  const VarDecl *D = variableNamed(V.E);
  const Value Init = HostValues::initializerOf(D, V.In);
  return !Init || Changes.isRedirected(D) || Changes.isAssignedAnywhere(D) ? Value{} : copied(Init, Kind);
}

// What a member of an object was made from, where the object is not assigned to.
Value QueueIdentities::ofMember(Value Queue) {
  const FieldDecl *Field = fieldNamed(Queue.E);
  if (!Field || Changes.isAssignedAnywhere(Field))
    return {};
  std::optional<Place> P = Values.place(Queue);
  if (!P || (P->variable() && Changes.isRedirected(P->variable())))
    return {};
  Value Made = copied(Values.member(Queue), Known::Queue);
  return Made && Made.E != Queue.E ? Made : copied(ofConstructor(Queue), Known::Queue);
}

// The constructor that makes every object of the class that is no copy of one; null if there are several.
static const CXXConstructorDecl *onlyConstructor(const CXXRecordDecl *Class) {
  const CXXConstructorDecl *Found = nullptr;
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class)
    return nullptr;
  for (const Decl *D : Class->decls())
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
        Template && isa<CXXConstructorDecl>(Template->getTemplatedDecl()))
      return nullptr;
  for (const CXXConstructorDecl *C : Class->ctors()) {
    if (C->isCopyOrMoveConstructor() || C->isDeleted())
      continue;
    if (Found || !C->isUserProvided())
      return nullptr;
    Found = C;
  }
  const FunctionDecl *Definition = nullptr;
  return Found && Found->hasBody(Definition) ? cast<CXXConstructorDecl>(Definition) : nullptr;
}

// Of the object that a method runs on, which has been made before: what the only constructor made the member from. Its
// parameters are the same for all members, so that copies of one queue in several members are one; copies of the object
// keep that.
Value QueueIdentities::ofConstructor(Value Member) {
  Path Steps;
  const Expr *Object = Member.E;
  while (true) {
    Object = Object->IgnoreParens();
    if (const FieldDecl *Field = fieldNamed(Object)) {
      if (Changes.isAssignedAnywhere(Field))
        return {};
      Steps.insert(Steps.begin(), PathStep{Field, nullptr, 0});
      Object = cast<MemberExpr>(Object)->getBase();
    } else if (const auto *C = dyn_cast<CastExpr>(Object); C && C->getCastKind() == CK_UncheckedDerivedToBase) {
      for (const CXXBaseSpecifier *B : llvm::reverse(C->path()))
        Steps.insert(Steps.begin(), PathStep{nullptr, B->getType()->getAsCXXRecordDecl(), 0});
      Object = C->getSubExpr();
    } else if (const auto *C = dyn_cast<ImplicitCastExpr>(Object); C && C->getCastKind() == CK_NoOp) {
      Object = C->getSubExpr();
    } else {
      break;
    }
  }
  Value This = Values.strip({Object, Member.In});
  if (!This || !isa<CXXThisExpr>(Object) || !isa<CXXThisExpr>(This.E))
    return {};
  const CXXConstructorDecl *Constructor = onlyConstructor(Object->getType()->getPointeeCXXRecordDecl());
  if (!Constructor)
    return {};
  const Env *&In = Constructors[Constructor];
  if (!In)
    In = Values.root(Constructor);
  return Values.part({Object, In}, Steps);
}

// The definition of the variable that makes the queue at P; nothing if it does not.
Value QueueIdentities::makerOf(const Place &P) {
  const VarDecl *D = P.variable();
  if (!D || !P.Part.empty() || isa<ParmVarDecl>(D) || !D->getInit() || Changes.isAssignedAnywhere(D) ||
      Changes.isRedirected(D) || (!D->hasLocalStorage() && !D->isStaticLocal() && D->isExternallyVisible()))
    return {};
  return makesQueue(D->getInit()->IgnoreImplicit()) ? Value{D->getInit(), P.Owner} : Value{};
}

bool QueueIdentities::makesQueue(const Expr *E) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  return Construct && Values.names().ofPointee(Construct->getType()) == Known::Queue &&
         !Construct->getConstructor()->isCopyOrMoveConstructor();
}

// What the constructor of its object makes the queue of that Queue, a member, always is; nothing if it does not.
Value QueueIdentities::makerOfMember(Value Queue) {
  const FieldDecl *Field = fieldNamed(Queue.E);
  if (!Field || Changes.isAssignedAnywhere(Field))
    return {};
  Value Made = Values.strip(Values.member(Queue));
  if (!Made || !makesQueue(Made.E))
    Made = Values.strip(ofConstructor(Queue));
  return Made && makesQueue(Made.E) ? Made : Value{};
}

// One of the local variables that E names; null if it names none.
static const VarDecl *localIn(const Expr *E) {
  const VarDecl *Found = nullptr;
  forEachExpression(E, [&](const Expr *Part) {
    const VarDecl *D = variableNamed(Part);
    Found = D && D->hasLocalStorage() ? D : Found;
  });
  return Found;
}

QueueIdentity QueueIdentities::named(Value V) {
  QueueIdentity Out;
  Out.IsNamed = bool(V);
  if (!V)
    return Out;
  if ((Out.At = Values.place(V))) {
    const auto *D = dyn_cast_or_null<ParmVarDecl>(Out.At->Root);
    Out.Maker = makerOf(*Out.At);
    if (!Out.Maker)
      Out.Maker = makerOfMember(V);
    Out.IsMade = bool(Out.Maker);
    Out.IsPassed = D && Out.At->Part.empty() && !Changes.isRedirected(D);
    Out.Version = version(*Out.At);
    return Out;
  }
  Out.IsNamed = !V.E->HasSideEffects(Values.context(), /*IncludePossibleEffects=*/false);
  V.E->Profile(Out.Written, Values.context(), /*Canonical=*/true);
  const VarDecl *Local = localIn(V.E);
  Out.In = Local ? ownerOf(Local, V.In) : nullptr;
  return Out;
}

QueueIdentity QueueIdentities::ofQueue(Value Queue) {
  for (unsigned I = 0; I != MaxCopies; ++I) {
    Queue = Values.strip(Queue);
    if (!Queue)
      break;
    const auto *Getter = dyn_cast<CXXMemberCallExpr>(Queue.E);
    if (Getter && Values.names().of(Getter->getMethodDecl()) == Known::GetWrapperQueue)
      return ofWrapper({Getter->getImplicitObjectArgument(), Queue.In});
    Value Next = ofVariable(Queue, Known::Queue);
    if (!Next)
      Next = ofMember(Queue);
    if (!Next)
      break;
    Queue = Next;
  }
  return named(Queue);
}

// The wrapper or graph that Object is a copy of.
Value QueueIdentities::first(Value Object, Known Kind) {
  Value Next = Values.strip(Object);
  for (unsigned I = 0; I != MaxCopies && Next; ++I, Next = ofVariable(Next, Kind))
    Object = Next;
  return Object;
}

std::optional<Place> QueueIdentities::placeOfGraph(Value Graph) {
  Graph = first(Graph, Known::CommandGraph);
  return Graph ? Values.place(Graph) : std::nullopt;
}

std::optional<Place> QueueIdentities::placeOfWrapper(Value Wrapper) {
  Wrapper = first(Wrapper, Known::FusionWrapper);
  return Wrapper ? Values.place(Wrapper) : std::nullopt;
}

QueueIdentity QueueIdentities::ofWrapper(Value Wrapper) {
  Wrapper = first(Wrapper, Known::FusionWrapper);
  Value Made = Wrapper ? Values.origin(Wrapper) : Value{}, Of;
  if (Made && isa<MemberExpr>(Made.E))
    if (Value ByConstructor = ofConstructor(Made))
      Made = Values.origin(ByConstructor);
  const auto *Construct = Made ? dyn_cast<CXXConstructExpr>(Made.E) : nullptr;
  const auto *Start = Made ? dyn_cast<CallExpr>(Made.E) : nullptr;
  if (Construct && Construct->getNumArgs() && !Construct->getConstructor()->isCopyOrMoveConstructor())
    Of = {Construct->getArg(0), Made.In};
  else if (Start && Start->getNumArgs() && Values.names().of(Start->getDirectCallee()) == Known::StartFusion)
    Of = {Start->getArg(0), Made.In};
  if (Of) {
    QueueIdentity Out = ofQueue(Of);
    const VarDecl *D = Out.At ? Out.At->variable() : nullptr;
    if (!D || !Changes.isAssignedBetween(D, Made.E->getExprLoc(), {}, Values.context().getSourceManager()))
      return Out;
  }
  QueueIdentity Out = named(Wrapper);
  Out.IsOfWrapper = true;
  Out.IsMade = Out.IsPassed = false;
  if (Out.At)
    Out.At->Part += ".queue()";
  else
    Out.Written.AddString("queue()");
  return Out;
}

QueueIdentity QueueIdentities::given() {
  QueueIdentity Out;
  Out.Written.AddString("given");
  Out.IsOfWrapper = true;
  return Out;
}

Alias QueueIdentities::compare(const QueueIdentity &A, const QueueIdentity &B) {
  if (!A.IsNamed || !B.IsNamed)
    return Alias::Unknown;
  if (A.At && B.At && *A.At == *B.At)
    return A.Version == B.Version ? Alias::Same : Alias::Unknown;
  if (!A.At && !B.At && A.Written == B.Written && A.In == B.In)
    return Alias::Same;
  auto IsVariable = [](const QueueIdentity &Q) { return Q.IsMade && Q.At->Part.empty(); };
  auto IsLocal = [&](const QueueIdentity &Q) { return IsVariable(Q) && Q.At->Owner; };
  // Members of two objects may be of one.
  const bool AreApart = A.IsMade && B.IsMade &&
                        ((A.At->Root == B.At->Root && A.At->Owner == B.At->Owner) || (IsVariable(A) && IsVariable(B)) ||
                         IsLocal(A) || IsLocal(B));
  if (AreApart)
    return Alias::Different;
  return (IsLocal(A) && B.IsPassed) || (IsLocal(B) && A.IsPassed) ? Alias::Different : Alias::Unknown;
}

// Whether both are the same memory, or one is a part of the other.
static bool isWithin(const Place &A, const Place &B) {
  return A.Owner == B.Owner && A.Root == B.Root &&
         (llvm::StringRef(A.Part).starts_with(B.Part) || llvm::StringRef(B.Part).starts_with(A.Part));
}

unsigned QueueIdentities::version(const Place &P) const {
  return llvm::count_if(Assigned, [&](const Place &A) { return isWithin(A, P); });
}

} // namespace syclfuse::plugin
