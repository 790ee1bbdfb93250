// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that are not constant, but the same; and the bytes of values that are.
#include "Constants.h"
#include "DepthGuard.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace syclfuse::plugin {

static std::string addressOf(const void *P) { return llvm::utohexstr(reinterpret_cast<uintptr_t>(P)); }

static llvm::ArrayRef<const Expr *> partsOf(const Expr *E) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return {C->getArgs(), C->getNumArgs()};
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return {L->getInits(), L->getNumInits()};
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    return {C->getArgs(), C->getNumArgs()};
  return {};
}

std::optional<std::string> Constants::key(Value V) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep())
    return std::nullopt;
  if (V.E->getType()->isIntegralOrEnumerationType())
    if (std::optional<llvm::APSInt> Number = number(V))
      return llvm::toString(*Number, 10);
  V = source(V);
  if (!V)
    return std::nullopt;
  if (const auto *R = dyn_cast<DeclRefExpr>(V.E)) {
    const auto *D = dyn_cast<VarDecl>(R->getDecl());
    if (!D || !D->hasLocalStorage() || !Changes.isNeverChanged(D))
      return std::nullopt;
    return "v" + addressOf(D) + "@" + addressOf(ownerOf(D, V.In));
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(V.E)) {
    Known Kind = Follow.names().of(Call->getMethodDecl());
    if (Kind != Known::GetRange && Kind != Known::BufferSize)
      return std::nullopt;
    std::optional<Place> P = Follow.place({Call->getImplicitObjectArgument(), V.In});
    const auto *D = P ? dyn_cast_or_null<VarDecl>(P->Root) : nullptr;
    if (!D || Changes.isRedirected(D))
      return std::nullopt;
    return (Kind == Known::GetRange ? "range of " : "size of ") + addressOf(D) + P->Part + "@" + addressOf(P->Owner);
  }
  std::string Result;
  if (const auto *B = dyn_cast<BinaryOperator>(V.E); B && !B->isAssignmentOp()) {
    std::optional<std::string> L = key({B->getLHS(), V.In}), R = key({B->getRHS(), V.In});
    return L && R ? std::optional("(" + *L + B->getOpcodeStr().str() + *R + ")") : std::nullopt;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(V.E);
  Known Kind = Follow.names().of(V.E->getType());
  if (!Operator && Kind != Known::Range && Kind != Known::Id && Kind != Known::NdRange)
    return std::nullopt;
  Result = Operator ? "operator" + std::to_string(Operator->getOperator()) + "(" : "(";
  for (const Expr *Part : partsOf(V.E)) {
    std::optional<std::string> K = isa<CXXDefaultArgExpr>(Part) ? std::optional<std::string>("-") : key({Part, V.In});
    if (!K)
      return std::nullopt;
    Result += *K + ",";
  }
  return Result + ")";
}

std::string Constants::bytes(Value V) {
  if (!V || V.E->isValueDependent())
    return {};
  QualType T = V.E->getType().getCanonicalType().getUnqualifiedType();
  std::optional<llvm::APInt> Bits;
  if (T->isIntegralOrEnumerationType()) {
    if (std::optional<llvm::APSInt> Number = number(V))
      Bits = Number->zextOrTrunc(Follow.context().getTypeSize(T));
  } else if (T->isRealFloatingType() && !T->isSpecificBuiltinType(BuiltinType::LongDouble)) {
    Value Made = source(V);
    Expr::EvalResult Result;
    if (Made && Made.E->getType().getCanonicalType().getUnqualifiedType() == T &&
        Made.E->EvaluateAsRValue(Result, Follow.context()) && !Result.HasSideEffects && Result.Val.isFloat())
      Bits = Result.Val.getFloat().bitcastToAPInt();
  }
  std::string Out;
  for (unsigned I = 0; Bits && I + 8 <= Bits->getBitWidth(); I += 8)
    Out += llvm::utohexstr(Bits->extractBitsAsZExtValue(8, I), /*LowerCase=*/true, /*Width=*/2);
  return Out;
}

} // namespace syclfuse::plugin
