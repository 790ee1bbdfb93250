// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandsBeside.h"

#include "RegionsByQueue.h"
#include "values/Expressions.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

bool anyIn(const Stmt *S, llvm::function_ref<bool(const Expr *)> Wanted) {
  bool Found = false;
  forEachExpression(S, [&](const Expr *E) { Found = Found || Wanted(E); });
  return Found;
}

bool hasKernels(const RegionBuilder &R) { return !R.Earlier.empty() || !R.Region.submissions.empty(); }

} // namespace

bool CommandsBeside::waitsForRegion(const CallExpr *E, const Env *In, const RegionBuilder &R) {
  const Value Made = Values.origin({objectOf(E), In});
  const auto *Command = Made ? dyn_cast<CallExpr>(Made.E) : nullptr;
  if (!Command)
    return true;
  switch (Values.names().of(Command->getDirectCallee())) {
  case Known::Submit:
  case Known::QueueKernel:
  case Known::NotAKernel:
    return R.Submitted.contains(Command);
  default:
    return true;
  }
}

bool CommandsBeside::isInOrder(const QueueIdentity &Queue) {
  return Queue.IsMade && Promises.find({Queue.Maker.E}, Queue.Maker.In).InOrder;
}

bool CommandsBeside::profiles(const QueueIdentity &Queue) {
  return Queue.IsMade && Promises.find({Queue.Maker.E}, Queue.Maker.In).Profiles;
}

bool CommandsBeside::namesKernel(const Stmt *S, const Env *In, const RegionBuilder &R) {
  return anyIn(S, [&](const Expr *E) {
    if (Values.names().of(E->getType().getNonReferenceType()) != Known::Event || !isa<DeclRefExpr, CallExpr>(E))
      return false;
    const Value Made = Values.origin({E, In});
    return Made && R.Submitted.contains(Made.E);
  });
}

bool CommandsBeside::groupNeeds(const FunctionDecl *Group, const Env *In, const RegionBuilder &R) {
  return anyIn(Group->getBody(), [&](const Expr *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Call && Values.names().of(Call->getDirectCallee()) == Known::DependsOn)
      return namesKernel(Call, In, R);
    return Recorder.conflicts(E, In, Group->getEndLoc(), R);
  });
}

bool CommandsBeside::needs(const CallExpr *E, const Env *In, const RegionBuilder &R, const FunctionDecl *Group) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const llvm::StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  const Expr *Object = objectOf(E);
  const Known On = Object ? Values.names().ofPointee(Object->getType()) : Known::None;
  if (On == Known::Event)
    return waitsForRegion(E, In, R);
  if (Name == "wait" || Name == "wait_and_throw" || Name == "get_host_access")
    return true;
  if (!hasKernels(R))
    return false;
  const bool IsBarrier = Name == "ext_oneapi_barrier" || Name == "ext_oneapi_submit_barrier";
  if (IsBarrier && (E->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(E->getArg(0))))
    return true;
  if (isInOrder(R.Queue))
    return true;
  for (const Expr *A : E->arguments())
    if (namesKernel(A, In, R))
      return true;
  return Group && On == Known::Handler && groupNeeds(Group, In, R);
}

} // namespace syclfuse::plugin
