// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionsByQueue.h"

#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

// Of a graph, the queues that record to it are its own.
Alias RegionsByQueue::compare(const QueueIdentity &Given, const RegionBuilder &R) const {
  if (R.Run) // AutomaticRuns gives them their commands
    return Alias::Different;
  if (!R.Graph)
    return R.QueueOfWrapper.IsOfWrapper && Queues.compare(Given, R.QueueOfWrapper) == Alias::Same
               ? Alias::Same
               : Queues.compare(Given, R.Queue);
  Alias Best = Alias::Different;
  for (const RecordingQueue &Q : R.Graph->Recording) {
    const Alias Now = Queues.compare(Given, Q.Queue);
    Best = Now == Alias::Same || Best == Alias::Same ? Alias::Same : Now == Alias::Unknown ? Now : Best;
  }
  return Best;
}

RegionBuilder *RegionsByQueue::ofGraph(const Place &P) {
  auto It = llvm::find_if(Regions, [&](const auto &R) { return R->Graph && R->Graph->At == P; });
  return It == Regions.end() ? nullptr : It->get();
}

bool RegionsByQueue::isOfNone(const QueueIdentity &Given) const {
  return llvm::all_of(Regions, [&](const auto &R) { return compare(Given, *R) == Alias::Different; });
}

RecordingQueue *RegionsByQueue::recordingQueue(RegionBuilder &R, const CallExpr *E, const Env *In) {
  const Expr *Object = objectOf(E);
  if (!Object || Values.names().ofPointee(Object->getType()) != Known::Queue)
    return nullptr;
  const QueueIdentity Given = Queues.ofQueue({Object, In});
  auto It = llvm::find_if(R.Graph->Recording,
                          [&](const RecordingQueue &Q) { return Queues.compare(Given, Q.Queue) == Alias::Same; });
  return It == R.Graph->Recording.end() ? nullptr : &*It;
}

RegionBuilder *RegionsByQueue::ofQueue(const QueueIdentity &Given, const CallExpr *E) {
  for (auto &R : Regions)
    if (compare(Given, *R) == Alias::Same)
      return R.get();
  for (auto &R : llvm::reverse(Regions)) {
    if (compare(Given, *R) == Alias::Different)
      continue;
    if (R->Queue.IsOfWrapper) { // the first queue that is used in it is taken for it
      R->QueueOfWrapper = std::exchange(R->Queue, Given);
      return R.get();
    }
    // Callers do not know which object a method runs on.
    const auto *Method = dyn_cast<CXXMethodDecl>(Regions.Function);
    SawPassedQueue |= !Regions.Function->isExternallyVisible() && !(Method && Method->isInstance());
    Regions.leaveOpen(*R, open_kind::branch, Regions.positionOr(E));
  }
  return nullptr;
}

// Regions belong to queues: every wrapper of the queue may complete them.
RegionBuilder *RegionsByQueue::ofWrapper(Value Wrapper, const CallExpr *E) {
  std::optional<Place> P = Queues.placeOfWrapper(Wrapper);
  for (auto &R : llvm::reverse(Regions))
    if (P && R->Wrapper && *P == *R->Wrapper)
      return R.get();
  return ofQueue(Queues.ofWrapper(Wrapper), E);
}

RegionBuilder *RegionsByQueue::ofCommand(const CallExpr *E, const Env *In) {
  if (Regions.empty())
    return nullptr;
  const Expr *Object = objectOf(E);
  switch (Object ? Values.names().ofPointee(Object->getType()) : Known::None) {
  case Known::Queue:
    return ofQueue(Queues.ofQueue({Object, In}), E);
  case Known::FusionWrapper:
    return ofWrapper({Object, In}, E);
  default:
    return Regions.CommandGroup ? Regions.CommandGroup : Regions.lastTaking();
  }
}

// IsAny: whether Object is or holds a queue or wrapper.
RegionBuilder *RegionsByQueue::ofObject(const Expr *Object, const CallExpr *E, const Env *In, bool &IsAny) {
  RegionBuilder *Found = nullptr;
  auto Look = [&](Value V, const std::string &) {
    const Known Kind = Values.names().ofPointee(V.E->getType());
    if (Found || (Kind != Known::Queue && Kind != Known::FusionWrapper && Kind != Known::CommandGraph))
      return;
    IsAny = true;
    if (Kind == Known::CommandGraph) {
      std::optional<Place> P = Queues.placeOfGraph(V);
      Found = P ? ofGraph(*P) : nullptr;
      return;
    }
    Found = Kind == Known::Queue ? ofQueue(Queues.ofQueue(V), E) : ofWrapper(V, E);
  };
  Look({Object, In}, "");
  if (leadsToQueue(Object->getType(), Values.context(), Values.names()))
    forEachMember({Object, In}, Values, Look);
  return Found;
}

RegionBuilder *RegionsByQueue::ofArguments(const CallExpr *E, const Env *In) {
  std::vector<const Expr *> Objects(E->arg_begin(), E->arg_end());
  if (const Expr *Object = objectOf(E))
    Objects.push_back(Object);
  bool IsAny = false;
  for (const Expr *Object : Objects)
    if (RegionBuilder *R = ofObject(Object, E, In, IsAny))
      return R;
  return IsAny ? nullptr : Regions.CommandGroup ? Regions.CommandGroup : Regions.lastTaking();
}

std::vector<RegionBuilder *> RegionsByQueue::mayEnd(const CallExpr *E, const Env *In) {
  std::vector<RegionBuilder *> Unknown;
  const Expr *Object = objectOf(E);
  if (!Object || Values.names().ofPointee(Object->getType()) != Known::Queue)
    return {};
  const QueueIdentity Given = Queues.ofQueue({Object, In});
  for (auto &R : Regions) {
    const Alias Known = compare(Given, *R);
    if (Known == Alias::Same || (Known == Alias::Unknown && R->Queue.IsOfWrapper))
      return {};
    if (Known == Alias::Unknown && !R->Graph)
      Unknown.push_back(R.get());
  }
  return Unknown;
}

} // namespace syclfuse::plugin
