// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines of the subcommands that look at manifests and bundles.
#include "CommandLine.h"

#include "syclfuse/fuser/ManifestCommands.h"
#include "syclfuse/names.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace syclfuse::fuser::tool {

ExitCode runInspect(const InputArgList &Args) {
  InspectOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.JSON = Args.hasArg(OPT_json);
  if (Options.Inputs.empty())
    return usageError("inspect needs a file");
  return inspect(Options, outs(), errs());
}

ExitCode runValidate(const InputArgList &Args) {
  ValidateOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  if (Options.Inputs.empty())
    return usageError("validate needs a manifest");
  return validate(Options, outs(), errs());
}

ExitCode runMerge(const InputArgList &Args) {
  MergeOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.Targets = Args.getAllArgValues(OPT_target);
  Options.NDRanges = Args.getAllArgValues(OPT_nd_range);
  if (Options.Inputs.empty())
    return usageError("merge needs a manifest, or an object with one beside it");
  return merge(Options, outs(), errs());
}

ExitCode runDiff(const InputArgList &Args) {
  DiffOptions Options;
  const std::vector<std::string> Inputs = Args.getAllArgValues(OPT_INPUT);
  if (Inputs.size() != 2)
    return usageError("diff needs two manifests");
  Options.Before = Inputs[0];
  Options.After = Inputs[1];
  Options.JSON = Args.hasArg(OPT_json);
  Options.Places = Args.hasArg(OPT_places);
  return diff(Options, outs(), errs());
}

ExitCode runStrip(const InputArgList &Args) {
  StripOptions Options;
  const std::vector<std::string> Inputs = Args.getAllArgValues(OPT_INPUT);
  if (Inputs.size() != 1)
    return usageError("strip needs one manifest");
  Options.Input = Inputs.front();
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.How.captured_only = Args.hasArg(OPT_captured_only);
  Options.How.unused_kernels = Args.hasArg(OPT_unused_kernels);
  for (const std::string &List : Args.getAllArgValues(OPT_drop_nd_ranges))
    for (StringRef Name : split(List, ',')) {
      std::optional<nd_range_origin> Origin = value_of<nd_range_origin>(Name);
      if (!Origin)
        return usageError("--drop-nd-ranges takes source, cmake and capture, not '" + Name + "'");
      Options.How.drop.insert(*Origin);
    }
  return strip(Options, outs(), errs());
}

} // namespace syclfuse::fuser::tool
