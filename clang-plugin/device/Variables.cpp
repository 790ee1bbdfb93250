// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that outlive a kernel. A device has those only that are constant and whose value the compiler knows:
// nothing runs there before the first kernel, and kernels on different devices would see different copies.
#include "DeviceCheck.h"

#include "module/DeviceGlobals.h"

using namespace clang;

namespace syclfuse::plugin {

// What a reference with a constant initializer refers to, or the variable itself.
static const VarDecl *referenced(const VarDecl *Variable, const ASTContext &AST) {
  if (!Variable->getType()->isReferenceType())
    return Variable;
  const APValue *Value =
      Variable->getInit() && !Variable->getInit()->isValueDependent() ? Variable->evaluateValue() : nullptr;
  if (!Value || !Value->isLValue() || !Value->getLValueBase())
    return Variable;
  const auto *Target = dyn_cast_or_null<VarDecl>(Value->getLValueBase().dyn_cast<const ValueDecl *>());
  return Target ? Target : Variable;
}

// Why Variable cannot be used; empty if it can. Its type has no reference.
static std::string reason(const VarDecl *Variable, const ASTContext &AST) {
  if (Variable->getTLSKind() != VarDecl::TLS_None)
    return "a thread-local variable";
  QualType T = Variable->getType();
  if (isDeviceGlobal(T, AST))
    return {}; // memory of the device
  // Local memory and builtins of the target.
  if (T.getAddressSpace() != LangAS::Default)
    return {};
  const CXXRecordDecl *Record = AST.getBaseElementType(T)->getAsCXXRecordDecl();
  if (Record && Record->hasDefinition() && Record->isEmpty())
    return {}; // tags: nothing is read
  if (!T->isReferenceType() && !T.isConstantStorage(AST, /*ExcludeCtor=*/true, /*ExcludeDtor=*/true))
    return Variable->isStaticLocal() ? "a static variable that can change" : "a global variable that can change";
  const VarDecl *Definition = nullptr;
  const Expr *Initializer = Variable->getAnyInitializer(Definition);
  if (!Initializer)
    return "a constant that is defined elsewhere";
  if (Initializer->isValueDependent() || Definition->evaluateValue())
    return {};
  return "a constant whose value is computed when the program runs";
}

static bool reportVariable(const VarDecl *Variable, SourceLocation Location, DeviceContext &C) {
  Variable = referenced(Variable, C.AST);
  std::string Why = Variable->isInvalidDecl() ? "" : reason(Variable, C.AST);
  if (Why.empty())
    return false;
  std::string Name = Variable->getQualifiedNameAsString();
  bool IsKnown = llvm::any_of(C.Function.Findings, [&](const Message &F) {
    return F.Code == diag::device_variable && F.Arguments.front() == Name;
  });
  if (!IsKnown) // one message for all uses in a function
    C.report(diag::device_variable, Location, {Name, Why}, {{Variable->getLocation(), "declared here"}});
  return true;
}

// The variable, unless only its constant value is used. Of a reference that is what it refers to.
static const VarDecl *unlessFolded(const ValueDecl *D, NonOdrUseReason Use) {
  bool IsFolded = Use == NOUR_Constant ? !D->getType()->isReferenceType() : Use != NOUR_None;
  return IsFolded ? nullptr : dyn_cast<VarDecl>(D);
}

static const VarDecl *usedVariable(const Stmt &S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    return unlessFolded(Ref->getDecl(), Ref->isNonOdrUse());
  if (const auto *Member = dyn_cast<MemberExpr>(&S)) // a static member
    return unlessFolded(Member->getMemberDecl(), Member->isNonOdrUse());
  return nullptr;
}

bool checkVariables(const Stmt &S, DeviceContext &C) {
  const VarDecl *Variable = usedVariable(S);
  // Its declaration is looked at where it is executed.
  bool IsLocalHere = Variable && Variable->getParentFunctionOrMethod() == C.Function.Declaration;
  return Variable && Variable->hasGlobalStorage() && !IsLocalHere && reportVariable(Variable, S.getBeginLoc(), C);
}

// One that is only declared costs an initialization, with the guard that goes with it.
void checkStaticLocal(const VarDecl &VD, DeviceContext &C) { reportVariable(&VD, VD.getLocation(), C); }

} // namespace syclfuse::plugin
