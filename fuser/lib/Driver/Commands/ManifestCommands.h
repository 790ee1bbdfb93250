// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subcommands of sycl-fuse that work on manifests alone (docs/cli.md), be they files or in objects and archives.
// Messages go to Err. After a failure nothing is written.
#pragma once

#include "Driver/Driver.h"
#include "syclfuse/manifest_strip.hpp"

namespace syclfuse::fuser {

struct ValidateOptions {
  std::vector<std::string> Inputs;
  std::string Sources; // the folder that `sources` are relative to; "": they are not looked at
};

// Checks each manifest against the schema and the rules, its targets included, and prints a line on Out for each that
// is valid. If one is not, prints all errors with their lines and returns ExitUserError. With Sources it is an error
// (SF3078) if a main file is missing or has other bytes than when the manifest was written; headers are not recorded.
ExitCode validate(const ValidateOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

struct MergeOptions {
  std::vector<std::string> Inputs;            // manifests, and what build takes, for its manifests
  std::string Output;                         // "": Out
  std::vector<std::string> Targets, NDRanges; // to add, as for build
};

// Writes the joined manifest from which build compiles, as canonical text. Returns ExitUserError if an input cannot be
// read, or if two contradict each other (SF2010).
ExitCode merge(const MergeOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

struct DiffOptions {
  std::string Before, After;
  bool JSON = false, Places = false;
};

// Prints the differences that manifest_diff.hpp finds. Returns 0 without any, 1 with some, 2 if a file cannot be read.
ExitCode diff(const DiffOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

struct StripOptions {
  std::string Input, Output; // Output "": Out; may be the input
  manifest::strip_options How;
};

ExitCode strip(const StripOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace syclfuse::fuser
