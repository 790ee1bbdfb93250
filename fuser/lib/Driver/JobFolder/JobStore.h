// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of earlier builds in the folder of --job-dir: a job whose result is there under the hash of all that it
// depends on is not run again. A damaged file, or one of another tool, is as good as none. Beside them, for a build
// tool, what each job is made from, and the build files that have them run.
#pragma once

#include "Driver/Planning/BuildPlan.h"
#include "Driver/Running/JobRunner.h"

namespace syclfuse::fuser {

// As runJobs() for all jobs of the plan; with Options.BuildTool, it runs them. With options whose results are not in a
// result (remarks, stages, times) everything is run here. What cannot be written is built again the next time, and no
// error. Nothing, with the reason in Diags, if the build tool has failed. What it prints then goes to Out.
std::optional<std::vector<JobResult>> runChangedJobs(const BuildPlan &Plan, const BuildOptions &Options,
                                                     const Stages &Kept, llvm::raw_ostream &Out, diagnostics &Diags);

// Makes the folder ready for a build tool: inputs of all jobs, build.ninja, Makefile, and no result that cannot be
// used. False and SF2002.
bool prepareJobs(const BuildPlan &Plan, const BuildOptions &Options, diagnostics &Diags);

// Removes the inputs and results in the folder that are not of this plan.
void forgetOtherJobs(const BuildPlan &Plan, const BuildOptions &Options);

// A result as it lies in the folder.
std::string encodeStoredResult(const JobResult &Result);

// What of the manifest a job depends on: its kernel, or its region and the kernels of that.
manifest::document partOf(const Job &J, const manifest::document &Document);

} // namespace syclfuse::fuser
