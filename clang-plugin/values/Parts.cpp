// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows parts of objects to what they were made from: members, bases and elements, through lambdas, lists and
// constructors.
#include "DepthGuard.h"
#include "HostValues.h"

using namespace clang;

namespace syclfuse::plugin {

Value HostValues::madeByConstructor(const FieldDecl *Field) {
  Value Found;
  for (const CXXConstructorDecl *C : cast<CXXRecordDecl>(Field->getParent())->ctors()) {
    const FunctionDecl *Definition = nullptr;
    if (C->isCopyOrMoveConstructor() || !C->hasBody(Definition))
      continue;
    for (const CXXCtorInitializer *Init : cast<CXXConstructorDecl>(Definition)->inits())
      if (Init->isAnyMemberInitializer() && Init->getAnyMember() == Field) {
        if (Found)
          return {};
        Found = origin({Init->getInit(), root(Definition)});
      }
  }
  if (!Found && Field->hasInClassInitializer())
    return origin({Field->getInClassInitializer(), nullptr});
  return Found;
}

Value HostValues::partOfLambda(const LambdaExpr *E, const Env *In, llvm::ArrayRef<PathStep> Steps) {
  unsigned Index = 0;
  for (const Expr *Init : E->capture_inits()) {
    const auto Field = std::next(E->getLambdaClass()->field_begin(), Index++);
    if (*Field == Steps.front().Field)
      return part({Init, In}, Steps.drop_front());
  }
  return {};
}

Value HostValues::partOfList(const InitListExpr *E, const Env *In, llvm::ArrayRef<PathStep> Steps) {
  if (E->isSyntacticForm() && E->getSemanticForm())
    E = E->getSemanticForm();
  const PathStep &S = Steps.front();
  uint64_t Index = S.Index;
  if (const CXXRecordDecl *Record = E->getType()->getAsCXXRecordDecl()) {
    if (Record->isUnion())
      return {};
    if (S.Field)
      Index = Record->getNumBases() + S.Field->getFieldIndex();
    else
      Index = llvm::find_if(
                  Record->bases(),
                  [&](const CXXBaseSpecifier &B) { return S.Base && B.getType()->getAsCXXRecordDecl() == S.Base; }) -
              Record->bases_begin();
  }
  if (Index >= E->getNumInits() || !E->getInit(Index))
    return {};
  return part({E->getInit(Index), In}, Steps.drop_front());
}

// What Inside, an activation of Constructor, initializes the part with.
Value HostValues::partOfInitializers(const CXXConstructorDecl *Constructor, const Env *Inside,
                                     llvm::ArrayRef<PathStep> Steps) {
  const PathStep &S = Steps.front();
  for (const CXXCtorInitializer *Init : Constructor->inits()) {
    bool Field = S.Field && Init->isAnyMemberInitializer() && Init->getAnyMember() == S.Field;
    bool Base =
        S.Base && Init->isBaseInitializer() && QualType(Init->getBaseClass(), 0)->getAsCXXRecordDecl() == S.Base;
    if (!Field && !Base && !Init->isDelegatingInitializer())
      continue;
    return part({Init->getInit(), Inside}, Init->isDelegatingInitializer() ? Steps : Steps.drop_front());
  }
  return {};
}

Value HostValues::partOfConstruct(const CXXConstructExpr *E, const Env *In, llvm::ArrayRef<PathStep> Steps) {
  const FunctionDecl *Definition = nullptr;
  if (!E->getConstructor()->hasBody(Definition))
    return {};
  const Env *Inside = call(Definition, {E->getArgs(), E->getNumArgs()}, {E, In}, In);
  return partOfInitializers(cast<CXXConstructorDecl>(Definition), Inside, Steps);
}

// Of the object that the constructor which is walked makes.
Value HostValues::partOfThis(const Env *In, llvm::ArrayRef<PathStep> Steps) {
  for (const Env *E = In; E; E = E->Parent)
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(E->Function); Constructor && !E->Locals)
      return partOfInitializers(Constructor, E, Steps);
  return {};
}

Value HostValues::partOfElement(const Element &E, llvm::ArrayRef<PathStep> Steps) {
  if (!E.Of)
    return {};
  Path Way;
  const CXXRecordDecl *Record = E.Of.E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (Record && Record->getName() == "array" && Record->isInStdNamespace() && !Record->field_empty())
    Way.push_back({*Record->field_begin(), nullptr, 0});
  Way.push_back({nullptr, nullptr, E.Index});
  Way.append(Steps.begin(), Steps.end());
  return part(E.Of, Way);
}

Value HostValues::member(Value V) {
  const FieldDecl *Field = fieldNamed(V.E);
  return Field ? part({cast<MemberExpr>(V.E)->getBase(), V.In}, {PathStep{Field, nullptr, 0}}) : Value{};
}

Value HostValues::part(Value V, llvm::ArrayRef<PathStep> Steps) {
  DepthGuard Guard(Depth);
  const Value Named = V;
  V = strip(V);
  if (!V || Steps.empty() || Guard.tooDeep())
    return Steps.empty() ? V : Value{};
  if (const VarDecl *D = variableNamed(V.E)) {
    const Env *Round = roundOf(D, V.In);
    return Round ? partOfElement(Round->Item, Steps) : part(initializerOf(D, V.In), Steps);
  }
  if (const auto *L = dyn_cast<LambdaExpr>(V.E))
    return partOfLambda(L, V.In, Steps);
  if (const auto *L = dyn_cast<InitListExpr>(V.E))
    return partOfList(L, V.In, Steps);
  if (const auto *C = dyn_cast<CXXConstructExpr>(V.E))
    return partOfConstruct(C, V.In, Steps);
  // Also of one that the library makes, whatever that is called.
  if (isa<CXXThisExpr>(V.E) || (isa<CallExpr>(V.E) && isa<CXXThisExpr>(Named.E)))
    return partOfThis(Named.In, Steps);
  Path Longer;
  const Expr *Base = nullptr;
  if (const FieldDecl *Field = fieldNamed(V.E)) {
    Base = cast<MemberExpr>(V.E)->getBase();
    Longer.push_back({Field, nullptr, 0});
  } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(V.E)) {
    std::optional<uint64_t> Index = integer({A->getIdx(), V.In});
    if (!Index)
      return {};
    Base = A->getBase();
    Longer.push_back({nullptr, nullptr, *Index});
  }
  if (!Base)
    return {};
  Longer.append(Steps.begin(), Steps.end());
  return part({Base, V.In}, Longer);
}

} // namespace syclfuse::plugin
