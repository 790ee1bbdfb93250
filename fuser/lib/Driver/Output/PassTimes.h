// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Planning/Job.h"
#include "JobResult.h"

namespace syclfuse::fuser {

// One table of --time-passes.
void printTable(llvm::StringRef Title, std::vector<PassTime> Times, llvm::raw_ostream &OS);
// The tables of a build: one for each job, and one for each target.
void printTimes(llvm::ArrayRef<Job> Jobs, llvm::ArrayRef<JobResult> Results, llvm::raw_ostream &OS);

} // namespace syclfuse::fuser
