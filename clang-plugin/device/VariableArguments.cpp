// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with `...`: no target has a way to pass their arguments, but to the one that prints.
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

// What ext::oneapi::experimental::printf calls.
static bool isPrint(const FunctionDecl &FD) { return FD.getIdentifier() && FD.getName() == "__spirv_ocl_printf"; }

bool checkVariableArguments(const Stmt &S, DeviceContext &C) {
  if (isa<VAArgExpr>(S))
    return C.report(diag::device_variadic, S.getBeginLoc(), {"va_arg"});
  const FunctionDecl *Callee = isa<CallExpr>(S) ? calleeOf(S, C.AST) : nullptr;
  if (!Callee || !Callee->isVariadic() || Callee->getBuiltinID() || isPrint(*Callee))
    return false;
  return C.report(diag::device_variadic, S.getBeginLoc(), {Callee->getQualifiedNameAsString()});
}

} // namespace syclfuse::plugin
