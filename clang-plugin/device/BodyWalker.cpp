// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyWalker.h"

#include "ConstantConditions.h"

#include "clang/AST/StmtSYCL.h"

using namespace clang;

namespace syclfuse::plugin {

void BodyWalker::walkFunction() {
  const FunctionDecl *FD = C.Function.Declaration;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(FD))
    walkMembers(*Constructor);
  walk(FD->getBody());
  for (const ParmVarDecl *P : FD->parameters())
    destroy(P->getType(), P->getLocation());
  if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(FD))
    destroyMembers(*Destructor);
}

void BodyWalker::walkMembers(const CXXConstructorDecl &Constructor) {
  for (const CXXCtorInitializer *I : Constructor.inits())
    walk(I->getInit());
}

void BodyWalker::destroyMembers(const CXXDestructorDecl &Destructor) {
  const CXXRecordDecl *Record = Destructor.getParent();
  for (const FieldDecl *F : Record->fields())
    destroy(F->getType(), Destructor.getLocation());
  for (const CXXBaseSpecifier &B : Record->bases())
    destroy(B.getType(), Destructor.getLocation());
}

static bool endsExecution(const Expr &E) {
  const auto *Full = dyn_cast<FullExpr>(&E);
  const Expr *Inner = (Full ? Full->getSubExpr() : &E)->IgnoreParenCasts();
  if (isa<CXXThrowExpr>(Inner))
    return true;
  const auto *Call = dyn_cast<CallExpr>(Inner);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->isNoReturn();
}

bool BodyWalker::walk(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S)) {
    walkExpression(E);
    return !endsExecution(*E);
  }
#define SF_DEVICE_CHECK(Name)                                                                                          \
  if (check##Name(*S, C))                                                                                              \
    return true;
#include "DeviceChecks.def"
  return walkStatement(S);
}

bool BodyWalker::walkStatement(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return walkSequence(*cast<CompoundStmt>(S));
  case Stmt::SYCLKernelCallStmtClass:
    return walk(cast<SYCLKernelCallStmt>(S)->getOriginalStmt());
  case Stmt::IfStmtClass:
    return walkIf(*cast<IfStmt>(S));
  case Stmt::WhileStmtClass:
    return walkLoop(S, cast<WhileStmt>(S)->getCond());
  case Stmt::ForStmtClass: {
    const auto *For = cast<ForStmt>(S);
    walk(For->getInit()); // is executed even if the loop is not
    return walkLoop(S, For->getCond());
  }
  case Stmt::CXXTryStmtClass: // nothing is caught: the handlers are dead
    return walk(cast<CXXTryStmt>(S)->getTryBlock());
  case Stmt::DeclStmtClass:
    walkDeclarations(*cast<DeclStmt>(S));
    return true;
  case Stmt::ReturnStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::GotoStmtClass:
    walkChildren(S);
    return false;
  case Stmt::LabelStmtClass:
    return walk(cast<LabelStmt>(S)->getSubStmt());
  case Stmt::AttributedStmtClass:
    return walk(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::CaseStmtClass: // the values are constants
  case Stmt::DefaultStmtClass:
    return walk(cast<SwitchCase>(S)->getSubStmt());
  default:
    walkChildren(S);
    return true;
  }
}

bool BodyWalker::walkSequence(const CompoundStmt &Body) {
  bool Reached = true;
  for (const Stmt *S : Body.body())
    if (Reached || containsLabel(S))
      Reached = walk(S);
  return Reached;
}

bool BodyWalker::walkIf(const IfStmt &If) {
  walk(If.getInit());
  if (const DeclStmt *Variable = If.getConditionVariableDeclStmt())
    walk(Variable);
  if (std::optional<const Stmt *> Taken = constantBranch(If, AST))
    return walk(*Taken);
  walk(If.getCond());
  // Without optimization the branch stays in the code.
  if (std::optional<const Stmt *> Taken = constantBranch(If, AST, /*ThroughCalls=*/isOptimized(AST)))
    return walk(*Taken);
  bool AfterThen = walk(If.getThen());
  bool AfterElse = walk(If.getElse());
  return AfterThen || AfterElse;
}

bool BodyWalker::walkLoop(const Stmt *S, const Expr *Condition) {
  if (Condition && constantCondition(Condition, AST) == false && !containsLabel(S))
    return true;
  for (const Stmt *Child : S->children())
    if (!(isa<ForStmt>(S) && Child == cast<ForStmt>(S)->getInit()))
      walk(Child);
  return true;
}

void BodyWalker::walkDeclarations(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *VD = dyn_cast<VarDecl>(D);
    if (!VD)
      continue;
    walkVariable(*VD);
    if (const auto *Parts = dyn_cast<DecompositionDecl>(VD))
      for (const BindingDecl *B : Parts->bindings())
        if (const VarDecl *Holding = B->getHoldingVar())
          walkVariable(*Holding);
  }
}

void BodyWalker::walkVariable(const VarDecl &VD) {
  if (VD.isStaticLocal() || VD.getTLSKind() != VarDecl::TLS_None) {
    checkStaticLocal(VD, C);
    return;
  }
  const Expr *Init = VD.getInit();
  bool IsConstant =
      Init && !Init->isValueDependent() && VD.mightBeUsableInConstantExpressions(AST) && VD.evaluateValue();
  if (!IsConstant)
    walk(Init);
  destroy(VD.getType(), VD.getLocation());
}

void BodyWalker::destroy(QualType T, SourceLocation Location) {
  if (T->isReferenceType() || T->isDependentType())
    return;
  const CXXRecordDecl *Record = AST.getBaseElementType(T)->getAsCXXRecordDecl();
  if (Record && Record->hasDefinition() && !Record->hasTrivialDestructor())
    call(Record->getDestructor(), Location, nullptr);
}

void BodyWalker::call(const FunctionDecl *FD, SourceLocation Location, const Expr *E, bool TakesAddress) {
  if (!FD || FD->isTrivial() || FD->isImmediateFunction())
    return;
  // A captureless lambda as a pointer: the function that it converts to has no body of its own.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(FD); Method && Method->isLambdaStaticInvoker()) {
    const FunctionDecl *Operator = Method->getParent()->getLambdaCallOperator();
    if (Operator->isTemplated())
      return;
    FD = Operator;
  }
  if (!FD->isDefined()) {
    checkUndefined(*FD, Location, C);
    return;
  }
  Call(FD->getDefinition(), Location, E, TakesAddress);
}

} // namespace syclfuse::plugin
