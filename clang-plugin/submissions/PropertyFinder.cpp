// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PropertyFinder.h"

#include "kernels/InternalPointers.h"
#include "values/DepthGuard.h"

#include "syclfuse/promotion.hpp"

using namespace clang;

namespace syclfuse::plugin {

promotion promotionOf(const Properties &Accessor, const Properties &Buffer) {
  const promotion Hint = effective_promotion(Accessor.Promote, Buffer.Promote);
  const promotion Scope = Accessor.Scope != promotion::none ? Accessor.Scope : Buffer.Scope;
  const bool Differ = Buffer.Scope != promotion::none && Buffer.Scope != Scope;
  const bool IsPromised = Scope != promotion::none && !Differ && (Accessor.NoInit || Buffer.NoInit);
  return Hint == promotion::automatic && IsPromised ? Scope : Hint;
}

Properties PropertyFinder::find(llvm::ArrayRef<const Expr *> Arguments, const Env *In) {
  Properties Out;
  for (const Expr *A : Arguments)
    visit({A, In}, Out);
  return Out;
}

void PropertyFinder::visitCondition(const AbstractConditionalOperator *E, const Env *In, Properties &Out) {
  bool Taken = true;
  if (E->getCond()->isValueDependent() || !E->getCond()->EvaluateAsBooleanCondition(Taken, Values.context()))
    Taken = !Choose || Choose(E->getCond(), In) == 0;
  visit({Taken ? E->getTrueExpr() : E->getFalseExpr(), In}, Out);
}

// Of the properties that there are or are not.
static bool Properties::*flagOf(Known Kind) {
  static constexpr std::pair<Known, bool Properties::*> Flags[] = {{Known::NoInit, &Properties::NoInit},
                                                                   {Known::FuseGraph, &Properties::Fuses},
                                                                   {Known::AllLeaves, &Properties::AllLeaves},
                                                                   {Known::InsertBarriers, &Properties::InsertBarriers},
                                                                   {Known::NoBarriers, &Properties::NoBarriers},
                                                                   {Known::Trusted, &Properties::Trusted},
                                                                   {Known::RequireFusion, &Properties::RequiresFusion},
                                                                   {Known::InOrder, &Properties::InOrder},
                                                                   {Known::EnableProfiling, &Properties::Profiles}};
  auto Found = llvm::find_if(Flags, [&](const auto &Flag) { return Flag.first == Kind; });
  return Found == std::end(Flags) ? nullptr : Found->second;
}

void PropertyFinder::visit(Value V, Properties &Out) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep() || isa<LambdaExpr>(V.E))
    return;
  Known Kind = Values.names().of(V.E->getType().getNonReferenceType());
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
  } else if (Kind == Known::AccessScope) {
    Out.Scope = scopeOf(V.E->getType().getNonReferenceType());
  } else if (bool Properties::*Flag = flagOf(Kind)) {
    Out.*Flag = true;
  } else if (Kind == Known::PropertyList && isa<DeclRefExpr, MemberExpr>(V.E)) {
    Value Made = Values.made(V, /*ThroughCaller=*/true);
    if (Made && Made.E != V.E)
      visit(Made, Out);
  } else if (Value Returned = Values.returned(V)) {
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
