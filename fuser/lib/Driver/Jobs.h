// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a build compiles: one job per target and kernel, and per target, region and variant.
#pragma once

#include "RegionPlan.h"

#include "syclfuse/fuser/Driver.h"
#include "syclfuse/fuser/Target.h"

namespace syclfuse::fuser {

struct Job {
  std::string Id;    // "main.specialized-4096.internalized.native": unique in the build, good in a file name
  std::string Entry; // symbol of the compiled kernel
  std::string What;  // for people: "region 'main' for 4096"
  const Target *On = nullptr;
  const manifest::kernel *Kernel = nullptr; // either this or Region
  const manifest::region *Region = nullptr;
  LaunchShape Shape;
  bool Internalize = false;
  PlannedFusion Plan; // of a region

  const manifest::source_location &location() const { return Region ? Region->source.begin : Kernel->location; }
};

struct JobResult {
  std::vector<CompiledKernel> Kernels; // empty if it failed
  diagnostics Diags;
  bool Failed = false;
};

// Regions whose kernels cannot be fused and listed ND-ranges that do not fit get no job but a message in Diags, an error if
// `Require` says so, and set Refused.
std::vector<Job> planJobs(const manifest::document &Document, const KernelLibrary &Library,
                          llvm::ArrayRef<std::unique_ptr<Target>> Targets, bool Require, diagnostics &Diags,
                          bool &Refused);

class Stages;

// Compiles one job in a context of its own. Its stages go to Kept.
JobResult runJob(const Job &Job, const KernelLibrary &Library, const BuildOptions &Options, Stages &Kept);

} // namespace syclfuse::fuser
