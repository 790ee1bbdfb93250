// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse report: a page about the fusion of a program (docs/report.md).
#pragma once

#include "Driver/Driver.h"

namespace syclfuse::fuser {

struct ReportOptions {
  std::vector<std::string> Inputs;     // programs, and what else has bundles; manifests, and objects that have them
  std::vector<std::string> Statistics; // of runs, written by SYCL_FUSE_STATS=<file>
  std::vector<std::string> Roots;      // where sources are looked for; empty: the current directory
  std::string Output;                  // "": Out
  bool Text = false;                   // for terminals, in place of HTML
};

// Writes the page. ExitUserError, and no output, if an input cannot be read or none has a bundle.
ExitCode writeReport(const ReportOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace syclfuse::fuser
