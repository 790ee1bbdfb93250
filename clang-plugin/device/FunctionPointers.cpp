// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of a function that is not known when the kernel is compiled. A pointer that is constant is an ordinary call.
// One that came as an argument, or lies in an object of this function, is known after inlining where the caller knows
// it, as in algorithms that take a function: sycl-fuse refuses what remains (SF3021).
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

class PointerOrigin {
public:
  explicit PointerOrigin(const DeviceContext &C) : C(C) {}

  // Whether the value of E may be known after inlining.
  bool mayBeKnown(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Dereferenced = dyn_cast<UnaryOperator>(E); Dereferenced && Dereferenced->getOpcode() == UO_Deref) {
      const Expr *Pointer = Dereferenced->getSubExpr()->IgnoreParenImpCasts();
      return E->getType()->isFunctionType() && mayBeKnown(Pointer); // *f is f
    }
    if (isa<ConditionalOperator, ArraySubscriptExpr>(E))
      return false;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return mayBeKnownMember(*Member);
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return !Ref || mayBeKnownVariable(*Ref);
  }

private:
  // A member of the kernel's closure comes from the host.
  bool mayBeKnownMember(const MemberExpr &Member) {
    return !(C.Function.IsKernelBody && isa<CXXThisExpr>(Member.getBase()->IgnoreParenImpCasts()));
  }
  bool mayBeKnownVariable(const DeclRefExpr &Ref) {
    if (Ref.refersToEnclosingVariableOrCapture())
      return !C.Function.IsKernelBody;
    const auto *Variable = dyn_cast<VarDecl>(Ref.getDecl());
    if (!Variable || isa<ParmVarDecl>(Variable))
      return true;
    if (Variable->hasGlobalStorage() || !Variable->getInit() || Depth > 8)
      return false;
    ++Depth;
    return mayBeKnown(Variable->getInit());
  }

  const DeviceContext &C;
  unsigned Depth = 0;
};

} // namespace

bool checkFunctionPointer(const Stmt &S, DeviceContext &C) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  if (!Call || C.Function.IsLibrary || calleeOf(S, C.AST))
    return false;
  const Expr *Callee = Call->getCallee()->IgnoreParens();
  if (isa<CXXPseudoDestructorExpr>(Callee))
    return false;
  if (const auto *Operator = dyn_cast<BinaryOperator>(Callee); Operator && Operator->isPtrMemOp())
    Callee = Operator->getRHS();
  if (PointerOrigin(C).mayBeKnown(Callee))
    return false;
  return C.report(diag::device_function_pointer, Call->getExprLoc());
}

} // namespace syclfuse::plugin
