// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Output/JobResult.h"
#include "Driver/Planning/Job.h"

namespace syclfuse::fuser {

// Cuts the regions of graphs (RegionSegments.h) that were refused for a kernel that depends on an earlier one
// (JobResult::Cut), and plans jobs for the segments, at the end of Jobs. They may be cut in turn once these have run.
// Nothing of the whole stays, and what was wrong with it is a warning then, said once.
void cutRefusedRegions(manifest::document &Document, const KernelLibrary &Library,
                       llvm::ArrayRef<std::unique_ptr<Target>> Targets, const BuildOptions &Options,
                       std::vector<Job> &Jobs, llvm::MutableArrayRef<JobResult> Results, diagnostics &Diags);

} // namespace syclfuse::fuser
