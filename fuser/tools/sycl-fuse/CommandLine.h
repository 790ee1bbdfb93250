// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the files of sycl-fuse's command line: the options of Options.td, and one function for each subcommand,
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

enum SubcommandIndex {
#define SF_COMMAND(Name, ...) Name##Index,
#include "Commands.def"
};

// Names that Options.td uses.
enum SubcommandVisibility {
#define SF_COMMAND(Name, ...) Name##Option = 1 << (Name##Index + 1),
#include "Commands.def"
};

// Says it on standard error, and is ExitUsage.
ExitCode usageError(const llvm::Twine &Message);
// Leaves Value alone if the option is not there. False, after a message, if it has no number from Least.
bool parseNumber(const llvm::opt::InputArgList &Args, OptionID Option, const char *What, unsigned Least,
                 unsigned &Value);

#define SF_COMMAND(Name, ...) ExitCode run##Name(const llvm::opt::InputArgList &Args);
#include "Commands.def"

} // namespace syclfuse::fuser::tool
