// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs of a build and the jobs that follow from them, for build, plan and emit.
#pragma once

#include "Driver/Input/ManifestInput.h"
#include "Job.h"

namespace syclfuse::fuser {

struct BuildPlan {
  std::vector<DeviceImage> Images;
  ManifestSet Manifests;
  KernelLibrary Library;
  std::vector<std::unique_ptr<Target>> Targets;
  std::vector<Job> Jobs;
  diagnostics Remarks; // what planning has to say: regions that are refused, ND-ranges that do not fit

  // The files that were read, or named as tools.
  std::vector<std::string> dependencies(const BuildOptions &Options) const;
};

// Reads the inputs and plans the jobs. False, with errors in Diags, for what is ExitUserError.
bool makePlan(const BuildOptions &Options, BuildPlan &Plan, diagnostics &Diags);

// The options that are for targets.
TargetOptions targetOptions(const BuildOptions &Options);

// The limits for worker processes that the options ask for.
WorkerLimits limitsOf(const BuildOptions &Options);

} // namespace syclfuse::fuser
