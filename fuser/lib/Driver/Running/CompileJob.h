// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Output/JobResult.h"
#include "Stages.h"

namespace syclfuse::fuser {

// Compiles one job in a context of its own.
JobResult compileJob(const Job &J, const KernelLibrary &Library, const BuildOptions &Options, const Stages &Kept);

// Compiles the jobs, each isolated (WorkerPool.h). What fails, crashes or takes too long is SF3009 in its result.
std::vector<JobResult> compileJobs(llvm::ArrayRef<Job> Jobs, const KernelLibrary &Library, const BuildOptions &Options,
                                   const Stages &Kept);

} // namespace syclfuse::fuser
