// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PropertyFinder.h"

#include "DepthGuard.h"

using namespace clang;

namespace syclfuse::plugin {

Properties PropertyFinder::find(llvm::ArrayRef<const Expr *> Arguments, const Env *In) {
  Properties Out;
  for (const Expr *A : Arguments)
    visit({A, In}, Out);
  return Out;
}

void PropertyFinder::visitCondition(const AbstractConditionalOperator *E, const Env *In, Properties &Out) {
  bool Taken = Alternative == 0;
  if (E->getCond()->isValueDependent() || !E->getCond()->EvaluateAsBooleanCondition(Taken, Follow.context())) {
    Taken = Alternative == 0;
    SawAlternatives = true;
  }
  visit({Taken ? E->getTrueExpr() : E->getFalseExpr(), In}, Out);
}

// What a call of a function of one statement gives, in that function.
Value PropertyFinder::returned(Value V) {
  const auto *Call = dyn_cast<CallExpr>(V.E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr, *Definition = nullptr;
  const auto *Body = Callee ? dyn_cast_or_null<CompoundStmt>(Callee->getBody(Definition)) : nullptr;
  if (!Body || Body->size() != 1 || isa<CXXOperatorCallExpr>(Call))
    return {};
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  if (!Return || !Return->getRetValue())
    return {};
  Value This;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    This = {Member->getImplicitObjectArgument(), V.In};
  return {Return->getRetValue(), Follow.call(Definition, {Call->getArgs(), Call->getNumArgs()}, This, V.In)};
}

void PropertyFinder::visit(Value V, Properties &Out) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep() || isa<LambdaExpr>(V.E))
    return;
  Known Kind = Follow.names().of(V.E->getType().getNonReferenceType());
  const auto *Condition = dyn_cast<AbstractConditionalOperator>(V.E);
  if (Condition) {
    visitCondition(Condition, V.In, Out);
  } else if (Kind == Known::PromotePrivate) {
    Out.Promote = promotion::private_memory;
  } else if (Kind == Known::PromoteLocal) {
    if (Out.Promote != promotion::private_memory) // as the runtime has it: private memory comes first
      Out.Promote = promotion::local_memory;
  } else if (Kind == Known::InternalMemory) {
    if (Out.Promote == promotion::none)
      Out.Promote = promotion::automatic;
  } else if (Kind == Known::NoBarriers) {
    Out.NoBarriers = true;
  } else if (Kind == Known::PropertyList && isa<DeclRefExpr, MemberExpr>(V.E)) {
    Value Made = Follow.made(V, /*ThroughCaller=*/true);
    if (Made && Made.E != V.E)
      visit(Made, Out);
  } else if (Value Returned = returned(V)) {
    visit(Returned, Out);
  } else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(V.E)) {
    visit({Default->getExpr(), V.In}, Out);
  } else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(V.E)) {
    visit({Default->getExpr(), V.In}, Out);
  } else {
    for (const Stmt *Child : V.E->children())
      visit({dyn_cast_or_null<Expr>(Child), V.In}, Out);
  }
}

} // namespace syclfuse::plugin
