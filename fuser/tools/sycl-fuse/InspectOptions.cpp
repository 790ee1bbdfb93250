// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines of the subcommands that look at manifests and bundles.
#include "CommandLine.h"
#include "PrintableStream.h"

#include "Driver/Commands/Check/Check.h"
#include "Driver/Commands/ManifestCommands.h"
#include "Driver/Report/WriteReport.h"
#include "syclfuse/names.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace syclfuse::fuser::tool {

namespace {
// False after a message.
bool parseFindings(const InputArgList &Args, CheckOptions &Options) {
  for (const std::string &List : Args.getAllArgValues(OPT_no_error))
    for (StringRef Code : split(List, ',')) {
      unsigned Number = 0;
      if (!Code.consume_front("SF") || Code.getAsInteger(10, Number) || Number < 3070 || Number > 3079) {
        usageError("--no-error takes SF3070 to SF3079, not '" + List + "'");
        return false;
      }
      Options.NoErrors.push_back(static_cast<diag>(Number));
    }
  return true;
}

bool parseMeasures(const InputArgList &Args, CheckOptions &Options) {
  if (const Arg *A = Args.getLastArg(OPT_tolerance))
    if (StringRef(A->getValue()).getAsDouble(Options.Tolerance) ||
        !(Options.Tolerance >= 0 && Options.Tolerance <= 1e6)) {
      usageError(Twine("--tolerance takes a number of percent from 0, not '") + A->getValue() + "'");
      return false;
    }
  unsigned Stack = 0;
  if (!parseNumber(Args, OPT_stack, "--stack takes a number of bytes", 0, Stack))
    return false;
  Options.Stack = Stack;
  if (const Arg *A = Args.getLastArg(OPT_benchmark_names)) {
    auto [Fused, Unfused] = StringRef(A->getValue()).split('=');
    if (Fused.empty() || Unfused.empty() || Fused == Unfused) {
      usageError(Twine("--benchmark-names takes two words, as fused=unfused, not '") + A->getValue() + "'");
      return false;
    }
    Options.FusedWord = Fused.str();
    Options.UnfusedWord = Unfused.str();
  }
  return true;
}
} // namespace

ExitCode runCheck(const InputArgList &Args) {
  CheckOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Targets = Args.getAllArgValues(OPT_target);
  Options.Statistics = Args.getAllArgValues(OPT_stats);
  Options.Benchmarks = Args.getAllArgValues(OPT_benchmarks);
  Options.AllowOpen = Args.hasArg(OPT_allow_open);
  Options.Format = Args.getLastArgValue(OPT_format, "text").str();
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.Root = Args.getLastArgValue(OPT_root).str();
  if (!is_contained({"text", "json", "sarif"}, Options.Format))
    return usageError("--format takes text, json or sarif, not '" + Options.Format + "'");
  if (!parseFindings(Args, Options) || !parseMeasures(Args, Options))
    return ExitUsage;
  if (Options.Inputs.empty() && Options.Statistics.empty() && Options.Benchmarks.empty())
    return usageError("check needs a program, a run (--stats) or results of benchmarks (--benchmarks)");
  return check(Options, printedOutput(), printedErrors());
}

ExitCode runReport(const InputArgList &Args) {
  ReportOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Statistics = Args.getAllArgValues(OPT_stats);
  Options.Roots = Args.getAllArgValues(OPT_root);
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.Text = Args.hasArg(OPT_as_text);
  if (Options.Inputs.empty())
    return usageError("report needs a program");
  return writeReport(Options, printedOutput(), printedErrors());
}

ExitCode runInspect(const InputArgList &Args) {
  InspectOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.JSON = Args.hasArg(OPT_json);
  if (Options.Inputs.empty())
    return usageError("inspect needs a file");
  return inspect(Options, printedOutput(), printedErrors());
}

ExitCode runValidate(const InputArgList &Args) {
  ValidateOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Sources = Args.getLastArgValue(OPT_sources).str();
  if (Options.Inputs.empty())
    return usageError("validate needs a manifest");
  return validate(Options, printedOutput(), printedErrors());
}

ExitCode runMerge(const InputArgList &Args) {
  MergeOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.Targets = Args.getAllArgValues(OPT_target);
  Options.NDRanges = Args.getAllArgValues(OPT_nd_range);
  if (Options.Inputs.empty())
    return usageError("merge needs a manifest, or an object with one");
  return merge(Options, printedOutput(), printedErrors());
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
  return diff(Options, printedOutput(), printedErrors());
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
  return strip(Options, printedOutput(), printedErrors());
}

} // namespace syclfuse::fuser::tool
