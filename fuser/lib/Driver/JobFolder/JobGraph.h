// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The jobs of a build as build files, one edge for each, and the build tool that runs them.
#pragma once

#include "Driver/Driver.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace syclfuse::fuser {

// Files of the folder of --job-dir, relative to it.
struct JobEdge {
  std::string Input, Output, What;
};

// build.ninja and Makefile. Commands run in the folder.
std::string ninjaText(llvm::ArrayRef<JobEdge> Edges, const BuildOptions &Options);
std::string makefileText(llvm::ArrayRef<JobEdge> Edges, const BuildOptions &Options);

// Has Options.BuildTool run what is not up to date in the folder; RunJob does the work of an edge, in a forked process
// (JobServer.h). What the tool prints goes to Out if it fails. False and SF3081.
bool runBuildTool(const BuildOptions &Options, llvm::function_ref<bool(llvm::StringRef Input)> RunJob,
                  llvm::raw_ostream &Out, diagnostics &Diags);

// True if a make that runs this process only wants to print commands, or to know what it would do (-n, -q, -t). It
// starts recipes that may run a make all the same.
bool isDryRun();

} // namespace syclfuse::fuser
