// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelQueries.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace syclfuse::fuser {

KernelQueries::KernelQueries(Function &F) {
  Expected<SmallVector<DialectQuery, 16>> Found = Dialect::of(*F.getParent()).findQueries(F);
  if (!Found) {
    consumeError(Found.takeError());
    return;
  }
  for (const DialectQuery &Q : *Found) {
    All[Q.At] = Q;
    if (Q.Kind == Builtin::GlobalId || Q.Kind == Builtin::LocalId || Q.Kind == Builtin::GroupId)
      Asked = std::max(Asked, Q.Dimension + 1);
    UsesGroupIds |= Q.Kind == Builtin::LocalId || Q.Kind == Builtin::GroupId || Q.Kind == Builtin::LocalLinearId;
    UsesLinearIds |= Q.Kind == Builtin::GlobalLinearId || Q.Kind == Builtin::LocalLinearId;
  }
}

LaunchCoordinates KernelQueries::coordinates(const AccessLaunch &Launch, bool InGroups,
                                             const CoordinateModuli &Moduli) const {
  unsigned Dims = Launch.Range ? Launch.Range->Dims : Launch.Dims;
  const bool Linear = UsesLinearIds && Asked == 0;
  if (Dims == 0)
    Dims = UsesLinearIds ? 3 : std::max(1u, std::min(Asked, 3u));
  // A launch may have one work-item in each of the others, as those of nd_item<3> that were written for CUDA do.
  const unsigned OneByOne = std::max(1u, std::min(Asked, Dims));
  return LaunchCoordinates(Launch, Dims, OneByOne, InGroups, !InGroups && Linear && Dims > 1, Moduli);
}

} // namespace syclfuse::fuser
