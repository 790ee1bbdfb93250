// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Output/JobResult.h"
#include "Driver/Planning/Job.h"

namespace syclfuse::fuser {

// Cuts the regions (RegionSegments.h) that were refused for a target since a kernel depends on an earlier one
// (JobResult::Cut), and plans jobs of the segments for this target, at the end of Jobs. They may be cut in turn once
// these have run. Nothing of the whole stays for this target, and what was wrong with it is a warning then, said once.
// Of automatic sequences that a run may refuse, each two and three kernels are planned besides: a run finds what is
// left of them.
void cutRefusedRegions(manifest::document &Document, const KernelLibrary &Library, const BuildOptions &Options,
                       std::vector<Job> &Jobs, llvm::MutableArrayRef<JobResult> Results, diagnostics &Diags);

} // namespace syclfuse::fuser
