// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types whose size and format are those of the host's processor: long double, and what x86 alone has.
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

bool isHostType(QualType T) {
  if (T.isNull())
    return false;
  while (true) {
    T = T.getCanonicalType();
    if (const auto *Array = dyn_cast<ArrayType>(T.getTypePtr()))
      T = Array->getElementType();
    else if (const auto *Complex = dyn_cast<ComplexType>(T.getTypePtr()))
      T = Complex->getElementType();
    else
      break;
  }
  return T->isSpecificBuiltinType(BuiltinType::LongDouble) || T->isSpecificBuiltinType(BuiltinType::Float128);
}

bool checkHostTypes(const Stmt &S, DeviceContext &C) {
  const auto *E = dyn_cast<Expr>(&S);
  // What a library computes with inside does not leave it.
  if (C.Function.IsLibrary || !E || !isHostType(E->getType()) || E->isValueDependent())
    return false;
  // A literal of such a type is fine if what is made of it is known when the kernel is compiled.
  Expr::EvalResult Value;
  if (E->isPRValue() && E->EvaluateAsRValue(Value, C.AST) && !Value.HasSideEffects)
    return false;
  if (!C.hasFinding(diag::device_host_type)) // one message per function
    C.report(diag::device_host_type, S.getBeginLoc(), {E->getType().getUnqualifiedType().getAsString()});
  return false;
}

} // namespace syclfuse::plugin
