// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the memory that an expression denotes.
#include "DepthGuard.h"
#include "HostValues.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace syclfuse::plugin {

std::optional<Place> HostValues::element(const Expr *Base, std::optional<uint64_t> Index, const Env *In) {
  std::optional<Place> P = place({Base, In});
  if (!P || !Index)
    return std::nullopt;
  const QualType T = Base->getType(), Pointee = T->isPointerType() ? T->getPointeeType() : QualType();
  // The address of one object, or what get() of a smart pointer gives.
  const Expr *Of = Pointee.isNull() ? nullptr : strip({Base, In}).E;
  const auto *Get = dyn_cast_or_null<CallExpr>(Of);
  if (Of && (Context.hasSameUnqualifiedType(Of->getType().getNonReferenceType(), Pointee) ||
             (Get && Get->isPRValue() && elementNamed(Get, In).IsPointee)))
    return *Index == 0 ? P : std::nullopt;
  const int64_t Bytes = P->takeBytes(), Size = Pointee.isNull() || Pointee->isIncompleteType()
                                                   ? 0
                                                   : Context.getTypeSizeInChars(Pointee).getQuantity();
  if (Bytes > 0 && Size && Bytes % Size == 0)
    *Index += Bytes / Size;
  else
    P->advance(Bytes);
  P->Part += "[" + std::to_string(*Index) + "]";
  return P;
}

// In bytes, so that p + 1 + 2 and reinterpret_cast<char *>(p) + 12 are one place, and p + 12 is another one.
std::optional<Place> HostValues::pointerSum(const Expr *Pointer, const Expr *Elements, bool Subtract, const Env *In) {
  const QualType Pointee = Pointer->getType()->getPointeeType();
  std::optional<Place> P = place({Pointer, In});
  std::optional<uint64_t> Count = integer({Elements, In});
  if (!P || !Count || Pointee->isIncompleteType() || Pointee->isFunctionType() || *Count > 1ull << 40)
    return std::nullopt;
  const int64_t Bytes = static_cast<int64_t>(*Count) * Context.getTypeSizeInChars(Pointee).getQuantity();
  P->advance(Subtract ? -Bytes : Bytes);
  return P;
}

// p + 2, 2 + p, p - 2, &p[2], and *p, which is p[0].
std::optional<Place> HostValues::placeOfPointer(const Expr *E, const Env *In) {
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && (B->getOpcode() == BO_Add || B->getOpcode() == BO_Sub)) {
    const bool First = B->getLHS()->getType()->isPointerType();
    return pointerSum(First ? B->getLHS() : B->getRHS(), First ? B->getRHS() : B->getLHS(), B->getOpcode() == BO_Sub,
                      In);
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (U && U->getOpcode() == UO_Deref)
    return element(U->getSubExpr(), 0, In);
  const auto *A =
      U && U->getOpcode() == UO_AddrOf ? dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens()) : nullptr;
  return A ? pointerSum(A->getBase(), A->getIdx(), false, In) : std::nullopt;
}

// Elements of containers and tuples, and what smart pointers and iterators lead to: a part of them.
std::optional<Place> HostValues::placeOfCall(const CallExpr *E, const Env *In) {
  const Element Named = elementNamed(E, In);
  if (!Named.Of)
    return std::nullopt;
  const CXXRecordDecl *Class = Named.Of.E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const bool IsPair = Class && Class->isInStdNamespace() && Class->getIdentifier() && Class->getName() == "pair";
  if (!IsPair && !Named.IsPointee)
    return element(Named.Of.E, Named.Index, Named.Of.In);
  std::optional<Place> P = place(Named.Of);
  if (P)
    P->Part += Named.IsPointee ? ".*" : Named.Index == 0 ? ".first" : ".second";
  return P;
}

static void namesOf(const CXXRecordDecl *Class, llvm::StringSet<> &Names, bool &Twice) {
  for (const FieldDecl *F : Class->fields())
    Twice |= !F->getName().empty() && !Names.insert(F->getName()).second;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl(); Base && Base->hasDefinition())
      namesOf(Base->getDefinition(), Names, Twice);
}

// The step to the base class Base of an object of Class: its name, where names of members alone would not tell them
// apart.
static std::string baseStep(const CXXRecordDecl *Class, const CXXRecordDecl *Base) {
  llvm::StringSet<> Names;
  bool Twice = false;
  if (Class && Class->hasDefinition())
    namesOf(Class->getDefinition(), Names, Twice);
  return Twice ? "::" + Base->getNameAsString() : "";
}

static const CXXRecordDecl *classOf(QualType T) {
  T = T.getNonReferenceType();
  return (T->isPointerType() ? T->getPointeeType() : T)->getAsCXXRecordDecl();
}

static bool isToBase(const CastExpr *C) {
  return C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase;
}

static std::string baseSteps(const CastExpr *C) {
  std::string Steps;
  const CXXRecordDecl *Class = classOf(C->getSubExpr()->getType());
  for (const CXXBaseSpecifier *B : C->path()) {
    const CXXRecordDecl *Base = B->getType()->getAsCXXRecordDecl();
    Steps += baseStep(Class, Base);
    Class = Base;
  }
  return Steps;
}

// The steps from an object of Class to Base, the class of one of its fields; nothing if that is no base of it.
static std::optional<std::string> stepsTo(const CXXRecordDecl *Class, const CXXRecordDecl *Base) {
  if (!Class || Class->getCanonicalDecl() == Base->getCanonicalDecl())
    return std::string();
  if (!Class->hasDefinition())
    return std::nullopt;
  for (const CXXBaseSpecifier &B : Class->getDefinition()->bases())
    if (const CXXRecordDecl *Next = B.getType()->getAsCXXRecordDecl())
      if (std::optional<std::string> Rest = stepsTo(Next, Base))
        return baseStep(Class, Next) + *Rest;
  return std::nullopt;
}

// Of E's object as it is written.
static std::string memberPart(const MemberExpr *E) {
  const auto *Class = dyn_cast<CXXRecordDecl>(cast<FieldDecl>(E->getMemberDecl())->getParent());
  return (Class ? stepsTo(classOf(E->getBase()->getType()), Class).value_or("") : "") + "." +
         E->getMemberDecl()->getNameAsString();
}

std::string HostValues::partOf(const MemberExpr *E) {
  std::string Part = memberPart(E);
  const Expr *Base = E->getBase();
  while (true) {
    Base = Base->IgnoreParens();
    const auto *C = dyn_cast<CastExpr>(Base);
    if (!C)
      return Part;
    if (isToBase(C))
      Part = baseSteps(C) + Part;
    Base = C->getSubExpr();
  }
}

std::optional<Place> HostValues::placeOfMember(const MemberExpr *E, const Env *In) {
  if (const auto *Static = dyn_cast<VarDecl>(E->getMemberDecl()))
    return Place{nullptr, Static->getCanonicalDecl(), ""};
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field)
    return std::nullopt;
  if (Field->getType()->isReferenceType())
    if (Value Referred = member({E, In}))
      return place(Referred);
  std::optional<Place> P = place({E->getBase(), In});
  if (P)
    P->Part += memberPart(E);
  return P;
}

std::optional<Place> HostValues::placeOfElement(const Element &E) {
  std::optional<Place> P = place(E.Of);
  if (!P) // what an initializer list, written in place, lists
    return place(partOfElement(E, {}));
  P->Part += "[" + std::to_string(E.Index) + "]";
  return P;
}

// Whether D is a variable of a function around the one that is looked at, or of one that passed it a lambda: then there
// is one of it. Of a lambda that makes lambdas there may be several.
static bool isAround(const VarDecl *D, const Env *In) {
  while (In && In->Parent)
    In = In->Parent;
  const auto *Of = dyn_cast<CXXMethodDecl>(D->getDeclContext());
  return !In || D->getDeclContext()->Encloses(In->Function) || !Of || !Of->getParent()->isLambda();
}

std::optional<Place> HostValues::place(Value V) {
  DepthGuard Guard(Depth);
  V = strip(V);
  if (!V || Guard.tooDeep())
    return std::nullopt;
  if (const VarDecl *D = variableNamed(V.E)) {
    if (const Env *Round = roundOf(D, V.In); Round && Round->Item.Of)
      return placeOfElement(Round->Item);
    const Env *Owner = ownerOf(D, V.In);
    if (!Owner && D->hasLocalStorage() && !isAround(D, V.In))
      return std::nullopt;
    return Place{Owner, D->getCanonicalDecl(), ""};
  }
  if (isa<CXXThisExpr>(V.E))
    return Place{};
  if (const auto *M = dyn_cast<MemberExpr>(V.E))
    return placeOfMember(M, V.In);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(V.E))
    return element(A->getBase(), integer({A->getIdx(), V.In}), V.In);
  if (const auto *C = dyn_cast<CallExpr>(V.E))
    return placeOfCall(C, V.In);
  if (V.E->getType()->isPointerType() && isa<BinaryOperator, UnaryOperator>(V.E))
    return placeOfPointer(V.E, V.In);
  if (const auto *C = dyn_cast<CastExpr>(V.E); C && isToBase(C)) {
    std::optional<Place> P = place({C->getSubExpr(), V.In});
    if (P)
      P->Part += baseSteps(C);
    return P;
  }
  return std::nullopt;
}

std::optional<Place> HostValues::placeOfPart(Value Object, llvm::ArrayRef<PathStep> Steps) {
  if (Value Part = part(Object, Steps))
    if (std::optional<Place> P = place(Part))
      return P;
  // Of an object that something unknown has made: a part of the variable, if that never changes.
  for (size_t Known = Steps.size() - 1; Known != 0 && Known < Steps.size(); --Known) {
    Value Outer = part(Object, Steps.take_front(Known));
    std::optional<Place> P = Outer ? place(Outer) : std::nullopt;
    if (!P)
      continue;
    const VarDecl *D = P->variable();
    if (!D || !Changes.isNeverChanged(D))
      return std::nullopt;
    const CXXRecordDecl *Class = classOf(Outer.E->getType());
    for (const PathStep &S : Steps.drop_front(Known)) {
      P->Part += S.Field  ? "." + S.Field->getNameAsString()
                 : S.Base ? baseStep(Class, S.Base)
                          : "[" + std::to_string(S.Index) + "]";
      Class = S.Base ? S.Base : S.Field ? classOf(Context.getBaseElementType(S.Field->getType())) : Class;
    }
    return P;
  }
  return std::nullopt;
}

} // namespace syclfuse::plugin
