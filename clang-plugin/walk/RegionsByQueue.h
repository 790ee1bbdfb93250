// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the open region that a command belongs to, by the queue that it is given to. Where only a run knows whether
// that is the region's, the region is left open.
#pragma once

#include "OpenRegions.h"

namespace syclfuse::plugin {

// The object that a member function is called on; null if there is none.
inline const clang::Expr *objectOf(const clang::CallExpr *E) {
  const auto *Member = clang::dyn_cast<clang::CXXMemberCallExpr>(E);
  return Member ? Member->getImplicitObjectArgument() : nullptr;
}

class RegionsByQueue {
public:
  RegionsByQueue(OpenRegions &Regions, QueueIdentities &Queues, HostValues &Values)
      : Regions(Regions), Queues(Queues), Values(Values) {}

  // The open region that a command on E's queue, or a call on E's wrapper, belongs to; null if there is none.
  RegionBuilder *ofCommand(const clang::CallExpr *E, const Env *In);
  // The open region that E is given the queue, the handler or the wrapper of.
  RegionBuilder *ofArguments(const clang::CallExpr *E, const Env *In);
  // The open regions that E, no kernel, may end, as it is not known whether its queue is theirs.
  std::vector<RegionBuilder *> mayEnd(const clang::CallExpr *E, const Env *In);
  // True if the function used a queue of its caller, and all of its callers are in this translation unit: they know
  // which queues they pass.
  bool sawPassedQueue() const { return SawPassedQueue; }

  // The open graph that P is; null if there is none.
  RegionBuilder *ofGraph(const Place &P);
  // True if the queue is certainly not that of an open region.
  bool isOfNone(const QueueIdentity &Given) const;
  // The queue of R, a graph, that E's object is; null if it is none.
  RecordingQueue *recordingQueue(RegionBuilder &R, const clang::CallExpr *E, const Env *In);

private:
  Alias compare(const QueueIdentity &Given, const RegionBuilder &R) const;
  RegionBuilder *ofQueue(const QueueIdentity &Given, const clang::CallExpr *E);
  RegionBuilder *ofWrapper(Value Wrapper, const clang::CallExpr *E);
  RegionBuilder *ofObject(const clang::Expr *Object, const clang::CallExpr *E, const Env *In, bool &IsAny);

  OpenRegions &Regions;
  QueueIdentities &Queues;
  HostValues &Values;
  bool SawPassedQueue = false;
};

} // namespace syclfuse::plugin
