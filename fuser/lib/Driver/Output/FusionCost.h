// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of fused kernels, and which are slower than their kernels one by one (docs/design.md, Never slower).
#pragma once

#include "Driver/Driver.h"
#include "Driver/Planning/Job.h"
#include "FusionProfile.h"
#include "JobResult.h"

namespace syclfuse::fuser {

// A fused kernel whose memory is estimated to take up to this many times as long is used all the same: the estimate is
// not better than that.
inline constexpr double FusionTolerance = 1.1;

// Writes the estimate into the record of each fused kernel of the results, and marks those that it says lose
// (variant_unprofitable), for which there is a warning, SF3085; not where a region is required or the options leave the
// estimate out. Where a fused kernel was measured, that decides in place of the estimate. Results of kernels alone are
// among them.
void estimateFusion(const manifest::document &Document, llvm::ArrayRef<Job> Jobs,
                    llvm::MutableArrayRef<JobResult> Results, const FusionProfile &Measured,
                    const BuildOptions &Options, diagnostics &Diags);

} // namespace syclfuse::fuser
