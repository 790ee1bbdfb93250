// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which memory an expression denotes.
#include "DepthGuard.h"
#include "Values.h"

using namespace clang;

namespace syclfuse::plugin {

std::string Place::name() const {
  if (Root)
    return Root->getNameAsString() + Part;
  return Part.empty() ? "this" : Part.substr(1);
}

std::optional<Place> Values::element(const Expr *Base, const Expr *Index, const Env *In) {
  std::optional<Place> P = place({Base, In});
  std::optional<uint64_t> I = integer({Index, In});
  if (!P || !I)
    return std::nullopt;
  P->Part += "[" + std::to_string(*I) + "]";
  return P;
}

// Smart pointers and containers: what they lead to is a part of them.
std::optional<Place> Values::placeOfCall(const CXXOperatorCallExpr *E, const Env *In) {
  if (E->getOperator() == OO_Subscript && E->getNumArgs() == 2)
    return element(E->getArg(0), E->getArg(1), In);
  if ((E->getOperator() == OO_Star || E->getOperator() == OO_Arrow) && E->getNumArgs() == 1) {
    std::optional<Place> P = place({E->getArg(0), In});
    if (P)
      P->Part += ".*";
    return P;
  }
  return std::nullopt;
}

std::optional<Place> Values::placeOfMember(const MemberExpr *E, const Env *In) {
  if (const auto *Static = dyn_cast<VarDecl>(E->getMemberDecl()))
    return Place{nullptr, Static->getCanonicalDecl(), ""};
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field)
    return std::nullopt;
  if (Field->getType()->isReferenceType())
    if (Value Referred = part({E->getBase(), In}, {PathStep{Field, nullptr, 0}}))
      return place(Referred);
  std::optional<Place> P = place({E->getBase(), In});
  if (P)
    P->Part += "." + Field->getNameAsString();
  return P;
}

std::optional<Place> Values::placeOfElement(const Element &E) {
  // What an initializer list, written in place, lists.
  if (Value Item = partOfElement(E, {}); Item && isa<DeclRefExpr, MemberExpr>(Item.E))
    return place(Item);
  std::optional<Place> P = place(E.Of);
  if (P)
    P->Part += "[" + std::to_string(E.Index) + "]";
  return P;
}

std::optional<Place> Values::place(Value V) {
  DepthGuard Guard(Depth);
  V = strip(V);
  if (!V || Guard.tooDeep())
    return std::nullopt;
  if (const auto *R = dyn_cast<DeclRefExpr>(V.E)) {
    const auto *D = dyn_cast<VarDecl>(R->getDecl());
    if (!D)
      return std::nullopt;
    if (const Env *Round = roundOf(D, V.In); Round && Round->Item.Of)
      return placeOfElement(Round->Item);
    return Place{ownerOf(D, V.In), D->getCanonicalDecl(), ""};
  }
  if (isa<CXXThisExpr>(V.E))
    return Place{};
  if (const auto *M = dyn_cast<MemberExpr>(V.E))
    return placeOfMember(M, V.In);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(V.E))
    return element(A->getBase(), A->getIdx(), V.In);
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(V.E))
    return placeOfCall(C, V.In);
  if (const auto *B = dyn_cast<BinaryOperator>(V.E); B && B->getOpcode() == BO_Add && B->getLHS()->getType()->isPointerType()) {
    std::optional<Place> P = place({B->getLHS(), V.In});
    std::optional<uint64_t> Elements = integer({B->getRHS(), V.In});
    if (P && Elements && *Elements)
      P->Part += "+" + std::to_string(*Elements);
    return Elements ? P : std::nullopt;
  }
  if (const auto *C = dyn_cast<CastExpr>(V.E);
      C && (C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase))
    return place({C->getSubExpr(), V.In});
  return std::nullopt;
}

std::optional<Place> Values::placeOfPart(Value Object, llvm::ArrayRef<PathStep> Steps) {
  if (Value Part = part(Object, Steps))
    if (std::optional<Place> P = place(Part))
      return P;
  // Of an object that something unknown has made: a part of the variable, if that never changes.
  for (size_t Known = Steps.size() - 1; Known != 0 && Known < Steps.size(); --Known) {
    Value Outer = part(Object, Steps.take_front(Known));
    std::optional<Place> P = Outer ? place(Outer) : std::nullopt;
    if (!P)
      continue;
    const auto *D = dyn_cast_or_null<VarDecl>(P->Root);
    if (!D || !Changes.isNeverChanged(D))
      return std::nullopt;
    for (const PathStep &S : Steps.drop_front(Known))
      P->Part += S.Field ? "." + S.Field->getNameAsString() : S.Base ? "" : "[" + std::to_string(S.Index) + "]";
    return P;
  }
  return std::nullopt;
}

} // namespace syclfuse::plugin
