// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of earlier builds in the folder of --job-dir: a job whose result is there under the hash of all that it depends on is
// not run again. A damaged file, or one of another tool, is as good as none.
#pragma once

#include "BuildPlan.h"
#include "JobRunner.h"

namespace syclfuse::fuser {

// As runJobs() for all jobs of the plan. With options whose results are not in a result (remarks, stages, times) everything is run.
// What cannot be written is built again the next time, and no error.
std::vector<JobResult> runChangedJobs(const BuildPlan &Plan, const BuildOptions &Options, const Stages &Kept);

// Removes the results in the folder that are not of this plan.
void forgetOtherJobs(const BuildPlan &Plan, const BuildOptions &Options);

} // namespace syclfuse::fuser
