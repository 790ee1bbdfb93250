// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// throw, and try blocks. In device code nothing unwinds; a try block of a library that only passes exceptions on does
// no harm.
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

bool checkExceptions(const Stmt &S, DeviceContext &C) {
  if (isa<CXXThrowExpr>(S))
    return C.report(diag::device_throw, S.getBeginLoc());
  if (isa<CXXTryStmt>(S) && !C.Function.IsLibrary)
    C.report(diag::device_try, S.getBeginLoc());
  // What the standard library calls to throw is compiled in the library.
  const FunctionDecl *Callee = calleeOf(S, C.AST);
  if (!Callee || !Callee->isInStdNamespace() || !libraryName(*Callee).starts_with("__throw_"))
    return false;
  return C.report(diag::device_throw, S.getBeginLoc());
}

} // namespace syclfuse::plugin
