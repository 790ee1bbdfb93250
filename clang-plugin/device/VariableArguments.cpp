// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with `...`: no target has a way to pass their arguments, but to the one that prints.
#include "ConstantConditions.h"
#include "DeviceCheck.h"

#include "clang/Basic/Builtins.h"

using namespace clang;

namespace syclfuse::plugin {

// What ext::oneapi::experimental::printf calls.
static bool isPrint(const FunctionDecl &FD) { return FD.getIdentifier() && FD.getName() == "__spirv_ocl_printf"; }

static bool readsArguments(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return S && ((Callee && Callee->getBuiltinID() == Builtin::BI__builtin_va_start) ||
               llvm::any_of(S->children(), readsArguments));
}

// A library's way to ignore arguments (std::visit): nothing is left of them after inlining, which takes optimization.
static bool ignoresArguments(const FunctionDecl &FD, const DeviceContext &C) {
  const FunctionDecl *Definition = nullptr;
  return isOptimized(C.AST) && C.Function.IsLibrary && FD.hasBody(Definition) && !readsArguments(Definition->getBody());
}

bool checkVariableArguments(const Stmt &S, DeviceContext &C) {
  if (isa<VAArgExpr>(S))
    return C.report(diag::device_variadic, S.getBeginLoc(), {"va_arg"});
  const FunctionDecl *Callee = isa<CallExpr>(S) ? calleeOf(S, C.AST) : nullptr;
  if (!Callee || !Callee->isVariadic() || Callee->getBuiltinID() || isPrint(*Callee) || ignoresArguments(*Callee, C))
    return false;
  return C.report(diag::device_variadic, S.getBeginLoc(), {Callee->getQualifiedNameAsString()});
}

} // namespace syclfuse::plugin
