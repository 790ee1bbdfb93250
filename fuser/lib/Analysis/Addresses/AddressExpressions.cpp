// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From forms back to the values of a kernel.
#include "AddressForms.h"

using namespace llvm;

namespace syclfuse::fuser {

const SCEV *AddressForms::extendedTo64(const SCEV *S, bool Signed) {
  Type *Int64 = Type::getInt64Ty(S->getType()->getContext());
  if (!S->getType()->isIntegerTy() || SE.getTypeSizeInBits(S->getType()) > 64)
    return nullptr;
  return Signed ? SE.getNoopOrSignExtend(S, Int64) : SE.getNoopOrZeroExtend(S, Int64);
}

const SCEV *AddressForms::expressionOf(const Form &F, EmitQuery Query) {
  if (F.isBad())
    return nullptr;
  const SCEV *Sum = expressionOf(F.Constant, Query);
  for (const auto &[V, Coefficient] : F.Terms) {
    const SCEV *Factor = Sum ? expressionOf(Coefficient, Query) : nullptr;
    const SCEV *Variable = Factor ? expressionOf(V, Query) : nullptr;
    if (!Variable)
      return nullptr;
    Sum = SE.getAddExpr(Sum, SE.getMulExpr(Factor, Variable));
  }
  return Sum;
}

const SCEV *AddressForms::expressionOf(const Poly &P, EmitQuery Query) {
  LLVMContext &Context = SE.getContext();
  const SCEV *Sum = SE.getConstant(APInt(64, 0));
  for (const auto &[M, Coefficient] : P.terms()) {
    const SCEV *Product = SE.getConstant(Type::getInt64Ty(Context), static_cast<uint64_t>(Coefficient), true);
    for (const unsigned Symbol : M.symbols()) {
      const LaunchCoordinates::Origin &From = C.origin(Symbol);
      const SCEV *Factor = From.Query ? Query(From.Query->first, From.Query->second)
                           : From.Of  ? extendedTo64(From.Of, From.Signed)
                                      : nullptr;
      if (!Factor)
        return nullptr;
      Product = SE.getMulExpr(Product, Factor);
    }
    Sum = SE.getAddExpr(Sum, Product);
  }
  return Sum;
}

const SCEV *AddressForms::expressionOf(unsigned Variable, EmitQuery Query) {
  if (Variable < C.idVariables()) {
    for (unsigned D = 0; D != C.coordinates().size(); ++D)
      if (C.coordinates()[D].Digits.size() == 1 && C.coordinates()[D].Digits.front().first == Variable)
        return C.query(Builtin::GlobalId, 0) ? Query(Builtin::GlobalId, D) : Query(Builtin::GlobalLinearId, 0);
    return nullptr;
  }
  if (auto It = ReadAs.find(Variable); It != ReadAs.end())
    return extendedTo64(It->second.first, It->second.second);
  for (const auto &[L, Counter] : Loops)
    if (Counter == Variable) {
      Type *Int64 = Type::getInt64Ty(SE.getContext());
      return SE.getAddRecExpr(SE.getZero(Int64), SE.getOne(Int64), L, SCEV::FlagAnyWrap);
    }
  for (const auto &[Quotient, D] : Divisions) {
    if (Variable != Quotient && Variable != D.Remainder)
      continue;
    // Rounded down is rounded to zero for what is no less than zero.
    const std::optional<Poly> Low = C.lowest(D.Dividend);
    const SCEV *Dividend = Low && C.isAtLeastZero(*Low) ? expressionOf(D.Dividend, Query) : nullptr;
    const SCEV *Divisor = Dividend ? expressionOf(D.Below, Query) : nullptr;
    if (!Divisor)
      return nullptr;
    return Variable == Quotient ? SE.getUDivExpr(Dividend, Divisor) : SE.getURemExpr(Dividend, Divisor);
  }
  return nullptr;
}

} // namespace syclfuse::fuser
