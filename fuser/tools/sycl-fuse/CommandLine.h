// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the files of sycl-fuse's command line share: the options of Options.td, and one function for each subcommand,
// which turns its options into those of lib/Driver.
#pragma once

#include "Driver/Driver.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#include <string>

namespace syclfuse::fuser::tool {

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

// In the order of Options.td.
enum SubcommandVisibility {
  BuildOption = 1 << 1,
  PlanOption = 1 << 2,
  EmitOption = 1 << 3,
  OptOption = 1 << 4,
  InspectOption = 1 << 5,
  JitOption = 1 << 6,
  CacheOption = 1 << 7,
  ValidateOption = 1 << 8,
  MergeOption = 1 << 9,
  DiffOption = 1 << 10,
  StripOption = 1 << 11,
  CheckOption = 1 << 12,
  JobOption = 1 << 13,
};

// Says it on standard error, and is ExitUsage.
ExitCode usageError(const llvm::Twine &Message);
// Leaves Value alone if the option is not there. False, after a message, if it has no number from Least.
bool parseNumber(const llvm::opt::InputArgList &Args, OptionID Option, const char *What, unsigned Least,
                 unsigned &Value);

ExitCode runBuild(const llvm::opt::InputArgList &Args);
ExitCode runPlan(const llvm::opt::InputArgList &Args);
ExitCode runJob(const llvm::opt::InputArgList &Args);
ExitCode runEmit(const llvm::opt::InputArgList &Args);
ExitCode runOpt(const llvm::opt::InputArgList &Args);
ExitCode runInspect(const llvm::opt::InputArgList &Args);
ExitCode runValidate(const llvm::opt::InputArgList &Args);
ExitCode runMerge(const llvm::opt::InputArgList &Args);
ExitCode runDiff(const llvm::opt::InputArgList &Args);
ExitCode runStrip(const llvm::opt::InputArgList &Args);
ExitCode runCheck(const llvm::opt::InputArgList &Args);
ExitCode runJit(const llvm::opt::InputArgList &Args);
ExitCode runCache(const llvm::opt::InputArgList &Args);

} // namespace syclfuse::fuser::tool
