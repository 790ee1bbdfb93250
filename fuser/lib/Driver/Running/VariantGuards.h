// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Planning/Job.h"
#include "Transforms/Framework/Pipeline.h"

#include "syclfuse/footprints.hpp"

namespace syclfuse::fuser {

// What came out of fusion, before the target.
struct FusedFacts {
  std::vector<ArgumentSource> Arguments;
  std::vector<ArgumentSource> OfAnySize; // promoted, whatever the number of their elements
  footprints::table Footprints;
  std::vector<RecomputedElements> Recomputed;
};

// Fills in what only the driver knows of a variant that a target has compiled: its kind and ND-range, what is computed
// again in it, and the guards that the runtime checks before it is used, as far as the fused kernel still depends on
// them.
void completeVariant(bundle::builder::variant &V, const Job &J, const FusedFacts &Facts);

} // namespace syclfuse::fuser
