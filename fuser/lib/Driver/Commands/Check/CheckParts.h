// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of sycl-fuse check: each looks at one thing and says what is wrong with it; then all of it is printed.
#pragma once

#include "Driver/Commands/Inspect/FusionEstimate.h"
#include "Driver/Commands/Inspect/ProgramContents.h"

#include "CheckOptions.h"

#include "llvm/ADT/ArrayRef.h"

namespace syclfuse::fuser {

// The program that is checked.
struct CheckedProgram : ProgramContents {
  std::vector<std::string> Targets; // that count
};

// The build's estimate of a fused kernel.
struct CheckedEstimate {
  std::string Region, Target, Range; // "any" for all sizes
  std::string File;
  unsigned Line = 0;
  FusionEstimate Estimate;
};

// The findings, and how much was looked at.
struct CheckReport {
  diagnostics Findings; // SF3080 is none: it says what was not looked at
  bool InputsRead = true;
  size_t Kernels = 0, Regions = 0, Runs = 0, Pairs = 0;
  std::vector<std::string> Targets;
  std::vector<CheckedEstimate> Estimates;

  // Remarks are no findings.
  size_t count() const;
};

// SF3070, SF3071, SF3072, SF3079: all that is listed is in the bundles, for each target.
void checkCoverage(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report);

// Adds, for each region, target and size, the worst estimate.
void collectEstimates(const CheckedProgram &Program, CheckReport &Report);

// SF3074: no fused kernel needs more stack than its kernels.
void checkStack(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report);

// SF3073: no run missed. Places are completed from the manifests.
void checkRuns(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report);

// SF3075: nothing is slower fused.
void checkBenchmarks(const CheckOptions &Options, CheckReport &Report);

// The report in Options.Format.
std::string checkText(const CheckReport &Report);
std::string checkJSON(const CheckReport &Report);
std::string checkSarif(const CheckReport &Report, const CheckOptions &Options);

} // namespace syclfuse::fuser
