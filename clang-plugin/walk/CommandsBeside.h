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

private:
  bool waitsForRegion(const clang::CallExpr *E, const Env *In, const RegionBuilder &R);
  bool namesKernel(const clang::Stmt *S, const Env *In, const RegionBuilder &R);
  bool groupNeeds(const clang::FunctionDecl *Group, const Env *In, const RegionBuilder &R);

  HostValues &Values;
  PropertyFinder &Promises;
  SubmissionRecorder &Recorder;
};

} // namespace syclfuse::plugin
