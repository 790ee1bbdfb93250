// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the open regions a command belongs to, by the queue that it is given to. Where only a run knows whether that
// is the region's, one walk takes it to be and another one not, so that both sequences are recorded.
#include "RegionWalker.h"

#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

// Whether what the queue Given is given belongs to R.
bool RegionWalker::belongs(const QueueIdentity &Given, RegionBuilder &R, const CallExpr *E) {
  if (Alias Known = Queues.compare(Given, R.Queue); Known != Alias::Unknown) {
    R.IsWithoutQueue |= !Paths.gaveUp() && Known == Alias::Different &&
                        Queues.compare(Given, R.Queue, /*Supposing=*/false) == Alias::Unknown;
    return Known == Alias::Same;
  }
  const SourceLocation Location = Outermost.isValid() ? Outermost : E->getExprLoc();
  unsigned Taken = 0;
  if (!Paths.gaveUp()) {
    Taken = Paths.take(nullptr, nullptr, 2, Values);
    for (auto &O : Open)
      O->Chosen.push_back({Location, "queue", Taken});
    // All callers are here, and they know which queues they pass; not which object a method runs on.
    const auto *Method = dyn_cast<CXXMethodDecl>(Stack.front());
    SawCallback |= !Stack.front()->isExternallyVisible() && !(Method && Method->isInstance());
  } else if (!Queues.isUnknown(R.Queue)) {
    leaveOpen(R, open_kind::branch, Location, {}, {});
    Taken = 1;
  }
  Queues.suppose(Given, R.Queue, Taken == 0);
  R.IsWithoutQueue |= Taken == 1 && !Paths.gaveUp();
  return Taken == 0;
}

RegionBuilder *RegionWalker::regionOfQueue(const QueueIdentity &Given, const CallExpr *E) {
  for (auto &R : Open)
    if (Queues.compare(Given, R->Queue) == Alias::Same)
      return R.get();
  for (auto &R : llvm::reverse(Open))
    if (belongs(Given, *R, E))
      return R.get();
  return nullptr;
}

// Regions belong to queues: every wrapper of the queue may complete them.
RegionBuilder *RegionWalker::regionOfWrapper(Value Wrapper, const CallExpr *E) {
  std::optional<Place> P = Queues.placeOfWrapper(Wrapper);
  for (auto &R : llvm::reverse(Open))
    if (P && R->Wrapper && *P == *R->Wrapper)
      return R.get();
  return regionOfQueue(Queues.ofWrapper(Wrapper), E);
}

// The open region that a command on E's queue, or a call on E's wrapper, belongs to.
RegionBuilder *RegionWalker::regionOf(const CallExpr *E, const Env *In) {
  if (Open.empty())
    return nullptr;
  const Expr *Object = objectOf(E);
  switch (Object ? Values.names().ofPointee(Object->getType()) : Known::None) {
  case Known::Queue:
    return regionOfQueue(Queues.ofQueue({Object, In}), E);
  case Known::FusionWrapper:
    return regionOfWrapper({Object, In}, E);
  default:
    return CommandGroup ? CommandGroup : Open.back().get();
  }
}

// The open region of a queue or wrapper that Object is or holds. IsAny: whether it is or holds one.
RegionBuilder *RegionWalker::regionOfObject(const Expr *Object, const CallExpr *E, const Env *In, bool &IsAny) {
  RegionBuilder *Found = nullptr;
  auto Look = [&](Value V, const std::string &) {
    const Known Kind = Values.names().ofPointee(V.E->getType());
    if (Found || (Kind != Known::Queue && Kind != Known::FusionWrapper))
      return;
    IsAny = true;
    Found = Kind == Known::Queue ? regionOfQueue(Queues.ofQueue(V), E) : regionOfWrapper(V, E);
  };
  Look({Object, In}, "");
  if (leadsToQueue(Object->getType(), Values.context(), Values.names()))
    forEachMember({Object, In}, Values, Look);
  return Found;
}

// The open region that E is given the queue, the handler or the wrapper of.
RegionBuilder *RegionWalker::regionOfArguments(const CallExpr *E, const Env *In) {
  std::vector<const Expr *> Objects(E->arg_begin(), E->arg_end());
  if (const Expr *Object = objectOf(E))
    Objects.push_back(Object);
  bool IsAny = false;
  for (const Expr *Object : Objects)
    if (RegionBuilder *R = regionOfObject(Object, E, In, IsAny))
      return R;
  return IsAny ? nullptr : CommandGroup ? CommandGroup : Open.back().get();
}

// Whether that E's queue is the region's is only taken to be so.
bool RegionWalker::isSupposed(const RegionBuilder &R, const CallExpr *E, const Env *In) {
  const Expr *Object = objectOf(E);
  return Object && Values.names().ofPointee(Object->getType()) == Known::Queue &&
         Queues.compare(Queues.ofQueue({Object, In}), R.Queue, /*Supposing=*/false) != Alias::Same;
}

void RegionWalker::refuse(RegionBuilder &R, diag Code, const CallExpr *E, const Env *In,
                          const std::vector<std::string> &Arguments) {
  if (R.Refused)
    return;
  R.Refused = true;
  std::vector<Note> Notes;
  if (E->getExprLoc() != R.Begin)
    Notes.push_back({R.Begin, "the fusion region starts here"});
  if (isSupposed(R, E, In))
    R.Refusal = Warning{Code, E->getExprLoc(), Arguments, Notes};
  else
    Report.report(Code, E->getExprLoc(), Arguments, Notes);
}

// A queue that is assigned to, a pointer to one, or an object that may have some.
void RegionWalker::assignsQueue(const Stmt *S, const Env *In) {
  const Expr *To = nullptr;
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S); O && O->getOperator() == OO_Equal)
    To = O->getArg(0);
  else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
    To = B->getLHS();
  if (!To || !(To->getType()->isRecordType() || isQueueHolder(To->getType(), Values.names())))
    return;
  if (std::optional<Place> P = changedPlace(To, In))
    Queues.assigned(*P);
}

// What the runtime cancels when D, a variable, is destroyed: a region that it, or a part of it, has started and that is
// still open.
void RegionWalker::abandon(const VarDecl *D, const Env *In) {
  const Place Whole{ownerOf(D, In), D->getCanonicalDecl(), ""};
  const bool IsWrapper = Values.names().of(D->getType()) == Known::FusionWrapper;
  auto Ends = [&](const std::unique_ptr<RegionBuilder> &R) {
    if (!R->EndsWithWrapper)
      return false;
    return R->Wrapper ? R->Wrapper->Owner == Whole.Owner && R->Wrapper->Root == Whole.Root
                      : IsWrapper && Queues.compare(Queues.ofWrapper({nameOf(D, Values.context()), In}), R->Queue) ==
                                         Alias::Same;
  };
  for (auto It = llvm::find_if(Open, Ends); It != Open.end(); It = llvm::find_if(Open, Ends)) {
    (*It)->Unfinished = true;
    close(**It);
  }
}

} // namespace syclfuse::plugin
