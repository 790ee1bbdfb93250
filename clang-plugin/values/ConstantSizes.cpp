// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConstantNumbers.h"

#include "DepthGuard.h"

using namespace clang;

namespace syclfuse::plugin {

Value ConstantNumbers::source(Value V) {
  for (unsigned I = 0; V && I != DepthGuard::Max; ++I) {
    V = Values.strip(V);
    const VarDecl *D = variableNamed(V.E);
    const Env *Round = Values.roundOf(D, V.In);
    Value Next;
    if (Round && Round->Item.Of && !Round->Number)
      Next = Values.origin(V);
    else if (D && Changes.isNeverChanged(D))
      Next = Values.initializerOf(D, V.In);
    if (!Next || Next.E == V.E)
      return V;
    V = Next;
  }
  return {};
}

std::vector<uint64_t> ConstantNumbers::list(llvm::ArrayRef<const Expr *> Elements, const Env *In) {
  std::vector<uint64_t> Sizes;
  for (const Expr *E : Elements) {
    std::optional<uint64_t> Size = integer({E, In});
    if (!Size)
      return {};
    Sizes.push_back(*Size);
  }
  return Sizes;
}

// All integers in V, in order.
static bool flatten(const APValue &V, std::vector<uint64_t> &Out) {
  switch (V.getKind()) {
  case APValue::Int:
    Out.push_back(V.getInt().getLimitedValue());
    return !V.getInt().isNegative();
  case APValue::Array:
    for (unsigned I = 0; I != V.getArraySize(); ++I)
      if (!flatten(I < V.getArrayInitializedElts() ? V.getArrayInitializedElt(I) : V.getArrayFiller(), Out))
        return false;
    return true;
  case APValue::Struct:
    for (unsigned I = 0; I != V.getStructNumBases(); ++I)
      if (!flatten(V.getStructBase(I), Out))
        return false;
    for (unsigned I = 0; I != V.getStructNumFields(); ++I)
      if (!flatten(V.getStructField(I), Out))
        return false;
    return true;
  default:
    return false;
  }
}

// What a constant expression of class range or id holds: its only data are the sizes.
std::vector<uint64_t> ConstantNumbers::evaluated(const Expr *E) {
  Expr::EvalResult Result;
  std::vector<uint64_t> Sizes;
  if (E->isValueDependent() || E->isGLValue() || !E->EvaluateAsRValue(Result, Values.context()) ||
      Result.HasSideEffects || !flatten(Result.Val, Sizes) || Sizes.size() > 3)
    return {};
  return Sizes;
}

std::vector<uint64_t> ConstantNumbers::bufferRange(Value Buffer) {
  const VarDecl *Named = variableNamed(Values.strip(Buffer).E);
  if (Named && Changes.isRedirected(Named))
    return {}; // it may be another one by now
  std::optional<Place> P = Values.place(Buffer);
  const VarDecl *Whole = P && !P->Part.empty() ? P->variable() : nullptr;
  if (Whole && Changes.isPartReassigned(Whole))
    return {};
  Value Made = Values.made(Buffer);
  if (!Made)
    return {};
  for (const Expr *A : Values.makers(Made))
    if (Values.names().of(A->getType().getNonReferenceType()) == Known::Range)
      return sizes({A, Made.In});
  return {};
}

std::vector<uint64_t> ConstantNumbers::sizes(Value V) {
  DepthGuard Guard(Depth);
  return Guard.tooDeep() ? std::vector<uint64_t>() : sizesOf(source(V));
}

std::vector<uint64_t> ConstantNumbers::sizesOf(Value V) {
  if (!V)
    return {};
  if (V.E->getType()->isIntegralOrUnscopedEnumerationType())
    return list({V.E}, V.In);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(V.E))
    if (Values.names().of(Call->getMethodDecl()) == Known::GetRange)
      return bufferRange({Call->getImplicitObjectArgument(), V.In});
  Known Kind = Values.names().of(V.E->getType());
  if (Kind != Known::Range && Kind != Known::Id && !V.E->getType()->isConstantArrayType())
    return {};
  std::vector<uint64_t> Sizes;
  if (const auto *C = dyn_cast<CXXConstructExpr>(V.E))
    Sizes = list({C->getArgs(), C->getNumArgs()}, V.In);
  else if (const auto *L = dyn_cast<InitListExpr>(V.E))
    Sizes = list({L->getInits(), L->getNumInits()}, V.In);
  return Sizes.empty() ? evaluated(V.E) : Sizes;
}

manifest::nd_range ConstantNumbers::ndRange(Value V) {
  manifest::nd_range Range;
  V = source(V);
  if (!V)
    return Range;
  if (Values.names().of(V.E->getType()) != Known::NdRange) {
    Range.global = sizes(V);
    return Range;
  }
  const auto *C = dyn_cast<CXXConstructExpr>(V.E);
  if (!C || C->getNumArgs() < 2)
    return Range;
  Range.global = sizes({C->getArg(0), V.In});
  Range.local = sizes({C->getArg(1), V.In});
  if (C->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(C->getArg(2)))
    Range.offset = sizes({C->getArg(2), V.In});
  else if (const auto *D = Values.names().specialization(C->getType(), Known::NdRange))
    Range.offset.assign(D->getTemplateArgs()[0].getAsIntegral().getLimitedValue(3), 0);
  return Range;
}

} // namespace syclfuse::plugin
