// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells which commands of a region that are no kernels need its kernels, and so end it. The others are run at once, and
// the region goes on. What is not known to need them is taken for one of the others: a recorded region that never comes
// costs the time to build it.
#pragma once

#include "submissions/SubmissionRecorder.h"

namespace syclfuse::plugin {

class CommandsBeside {
public:
  CommandsBeside(HostValues &Values, PropertyFinder &Promises, SubmissionRecorder &Recorder)
      : Values(Values), Promises(Promises), Recorder(Recorder) {}

  // True if E, a command or a wait that is given to R's queue, needs R's kernels so far. Group: the command group that
  // it is in; null if it is in none.
  bool needs(const clang::CallExpr *E, const Env *In, const RegionBuilder &R, const clang::FunctionDecl *Group);

  bool isInOrder(const QueueIdentity &Queue);
  // True if Queue is known to take times of its commands.
  bool profiles(const QueueIdentity &Queue);
  // True if E, a wait for an event, may wait for one of R's: also if nothing is known of the event.
  bool waitsForRegion(const clang::CallExpr *E, const Env *In, const RegionBuilder &R);
  // True if an event of one of R's kernels is named in S.
  bool namesKernel(const clang::Stmt *S, const Env *In, const RegionBuilder &R);

private:
  bool groupNeeds(const clang::FunctionDecl *Group, const Env *In, const RegionBuilder &R);

  HostValues &Values;
  PropertyFinder &Promises;
  SubmissionRecorder &Recorder;
};

} // namespace syclfuse::plugin
