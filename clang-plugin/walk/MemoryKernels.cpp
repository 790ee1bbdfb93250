// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills as kernels of regions and graphs.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// Whether E is a kernel of R when it runs. Where nobody can tell whose memory it is of, a region that goes on beside it
// is recorded in both ways, the same for all such commands of the function. One that would end there is recorded as if
// it did not.
bool RegionWalker::isFused(RegionBuilder &R, const CallExpr *E, const Env *In) {
  switch (Recorder.memoryOwner(E, In)) {
  case MemoryOwner::Device:
    return true;
  case MemoryOwner::Host:
    return false;
  case MemoryOwner::Unknown:
    break;
  }
  if (!R.Graph && Beside.needs(E, In, R, Group))
    return true;
  if (!FusesUnknown) // not a condition of the program's, which a remark would be about
    FusesUnknown = Paths.gaveUp() || Paths.take(nullptr, In, 2, Values) == 0;
  return *FusesUnknown;
}

// False if E is no copy or fill that a fused kernel may have, or is beside R.
bool RegionWalker::memoryKernel(RegionBuilder &R, const CallExpr *E, const Env *In) {
  if (!Recorder.memoryKernel(E) || !isFused(R, E, In))
    return false;
  Regions.checkConditions(R, E->getExprLoc());
  if (R.Graph) {
    addKernel(R, E, In, /*Reduces=*/false);
    return true;
  }
  Recorder.record(E, In, until(E), R);
  R.Submitted.insert(E);
  return true;
}

// Whether E is a copy or a fill that need not end a run of kernels that nobody asked to fuse.
bool RegionWalker::mayBeInRun(const CallExpr *E, const Env *In) {
  return Recorder.memoryKernel(E) && Recorder.memoryOwner(E, In) != MemoryOwner::Host;
}

// What ends its run has done so. Where nobody can tell whose memory it is of, both ways are.
void RegionWalker::memoryKernelOfRun(const CallExpr *E, const Env *In) {
  if (!mayBeInRun(E, In))
    return;
  const bool IsInGroup = Values.names().ofPointee(objectOf(E)->getType()) == Known::Handler;
  auto AsKernel = [&] {
    RegionBuilder *R = Regions.CommandGroup;
    IsInGroup ? R && R->Run ? kernelOfRun(*R, E, In) : void() : submitToRuns(E, In);
  };
  auto AsBorder = [&] {
    RegionBuilder *R = Regions.CommandGroup;
    IsInGroup ? R && R->Run ? Runs.end(*R) : void() : Runs.endOn(Queues.ofQueue({objectOf(E), In}));
  };
  if (Recorder.memoryOwner(E, In) == MemoryOwner::Device)
    AsKernel();
  else
    Runs.branch({AsKernel, AsBorder});
}

} // namespace syclfuse::plugin
