// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a command: its messages go to standard error and its remarks to the file of --remarks (docs/cli.md).
#pragma once

#include "Driver/Driver.h"
#include "Driver/Input/RelativePaths.h"
#include "Driver/Output/JobResult.h"

namespace syclfuse::fuser {

// The remarks of passes, of all jobs in order.
struct PassReports {
  std::vector<std::string> RemarkLines;
  std::string RemarksYAML;

  void add(llvm::ArrayRef<JobResult> Results);
  void restorePaths(const SourcePaths &Paths);
};

// Prints a command's messages and remarks, and writes the file of --remarks.
ExitCode reportAll(ExitCode Code, const BuildOptions &Options, diagnostics &Diags, const PassReports &Reports,
                   llvm::raw_ostream &Err);

} // namespace syclfuse::fuser
