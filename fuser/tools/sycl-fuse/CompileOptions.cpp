// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines of the subcommands that compile.
#include "CommandLine.h"
#include "PrintableStream.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace syclfuse::fuser::tool {

namespace {
bool parseLimits(const InputArgList &Args, BuildOptions &Options) {
  return parseNumber(Args, OPT_jobs, "-j takes a number of processes", 1, Options.Jobs) &&
         parseNumber(Args, OPT_time_limit, "--time-limit takes a number of seconds", 0, Options.TimeLimit) &&
         parseNumber(Args, OPT_memory_limit, "--memory-limit takes a number of MiB", 0, Options.MemoryLimit);
}

bool parseRemarks(const InputArgList &Args, BuildOptions &Options) {
  for (auto [Option, Value] : {std::pair(OPT_rpass, &Options.RPass), std::pair(OPT_rpass_missed, &Options.RPassMissed),
                               std::pair(OPT_rpass_analysis, &Options.RPassAnalysis)}) {
    *Value = Args.getLastArgValue(Option).str();
    std::string Problem;
    if (!Args.hasArg(Option) || Regex(*Value).isValid(Problem))
      continue;
    usageError("'" + *Value + "' is no regular expression: " + Problem);
    return false;
  }
  return true;
}

// The options that several subcommands have; one that has not got an option finds it absent. False after a message.
bool parseBuildOptions(const InputArgList &Args, BuildOptions &Options) {
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.Manifests = Args.getAllArgValues(OPT_manifest);
  Options.AddedManifests = Args.getAllArgValues(OPT_add_manifest);
  Options.Targets = Args.getAllArgValues(OPT_target);
  Options.NDRanges = Args.getAllArgValues(OPT_nd_range);
  Options.Captured = Args.getAllArgValues(OPT_captured);
  Options.Profiles = Args.getAllArgValues(OPT_profile);
  Options.RequiredRegions = Args.getAllArgValues(OPT_region_require);
  Options.TrustedRegions = Args.getAllArgValues(OPT_trust);
  Options.RegionsOff = Args.getAllArgValues(OPT_region_off);
  Options.RegionTargets = Args.getAllArgValues(OPT_region_target);
  Options.Anchor = Args.getLastArgValue(OPT_anchor).str();
  Options.JobDir = Args.getLastArgValue(OPT_job_dir).str();
  Options.BuildTool = Args.getLastArgValue(OPT_build_tool).str();
  Options.JobLauncher = Args.getAllArgValues(OPT_job_launcher);
  Options.Automatic = Args.hasArg(OPT_automatic);
  Options.JitIr = !Args.hasArg(OPT_no_jit_ir);
  Options.Require = Args.hasArg(OPT_require);
  Options.CostModel = !Args.hasArg(OPT_no_cost_model);
  Options.SaveTemps = Args.hasArg(OPT_save_temps, OPT_save_temps_dir);
  Options.SaveTempsDir = Args.getLastArgValue(OPT_save_temps_dir).str();
  Options.Depfile = Args.getLastArgValue(OPT_depfile).str();
  Options.RemarksFile = Args.getLastArgValue(OPT_remarks).str();
  Options.Ptxas = Args.getLastArgValue(OPT_ptxas).str();
  Options.Libdevice = Args.getLastArgValue(OPT_libdevice).str();
  Options.Lld = Args.getLastArgValue(OPT_lld).str();
  Options.DeviceLibs = Args.getLastArgValue(OPT_device_libs).str();
  Options.LlvmSpirv = Args.getLastArgValue(OPT_llvm_spirv).str();
  Options.VerifyEach = Args.hasArg(OPT_verify_each);
  Options.PrintPhases = Args.hasArg(OPT_print_phase);
  Options.TimePasses = Args.hasArg(OPT_time_passes);
  return parseLimits(Args, Options) && parseRemarks(Args, Options);
}

bool parseEmit(const InputArgList &Args, std::initializer_list<StringRef> Kinds, BuildOptions &Options) {
  for (const std::string &List : Args.getAllArgValues(OPT_emit))
    for (StringRef Kind : split(List, ',')) {
      if (!is_contained(Kinds, Kind)) {
        usageError("--emit takes " + join(drop_end(Kinds), ", ") + (Kinds.size() > 1 ? " or " : "") +
                   *(Kinds.end() - 1) + ", not '" + Kind + "'");
        return false;
      }
      Options.Emit.push_back(Kind.str());
    }
  return true;
}

bool parseNoErrors(const InputArgList &Args, BuildOptions &Options) {
  using syclfuse::diag;
  constexpr int First = 3000, Last = 3069; // of the fuser, of a kernel or region
  for (const std::string &List : Args.getAllArgValues(OPT_no_error))
    for (StringRef Code : split(List, ',')) {
      auto It = find_if(all_diagnostics(), [&](const diag_info &D) {
        const int Number = static_cast<int>(D.code);
        return D.level == severity::error && Number >= First && Number <= Last && code_string(D.code) == Code;
      });
      if (It == all_diagnostics().end()) {
        usageError("--no-error takes codes of errors from SF3000 to SF3069, not '" + Code + "'");
        return false;
      }
      Options.NoErrors.push_back(It->code);
    }
  return true;
}
} // namespace

ExitCode runBuild(const InputArgList &Args) {
  BuildOptions Options;
  if (!parseBuildOptions(Args, Options) || !parseNoErrors(Args, Options) ||
      !parseEmit(Args, {"ll", "asm", "ptx", "bundle"}, Options))
    return ExitUsage;
  if (Options.Inputs.empty())
    return usageError("build needs an input");
  if (Options.Output.empty())
    return usageError("build needs an output, -o <object>");
  if (!Options.BuildTool.empty() && Options.JobDir.empty())
    return usageError("--build-tool needs a folder for the jobs, --job-dir <folder>");
  return build(Options, printedOutput(), printedErrors());
}

ExitCode runPlan(const InputArgList &Args) {
  BuildOptions Options;
  if (!parseBuildOptions(Args, Options) || !parseNoErrors(Args, Options))
    return ExitUsage;
  if (Options.Inputs.empty())
    return usageError("plan needs an input");
  return plan(Options, printedOutput(), printedErrors());
}

ExitCode runJob(const InputArgList &Args) {
  BuildOptions Options;
  if (!parseBuildOptions(Args, Options))
    return ExitUsage;
  if (Options.Inputs.size() != 1)
    return usageError("job needs one input");
  if (Options.Output.empty())
    return usageError("job needs an output, -o <result>");
  return job(Options, printedErrors());
}

ExitCode runEmit(const InputArgList &Args) {
  EmitOptions Options;
  if (!parseBuildOptions(Args, Options.Build))
    return ExitUsage;
  constexpr StringRef Stages[] = {"input", "ll", "optimized", "asm", "phases", "ptx", "spv"};
  std::vector<std::string> &Inputs = Options.Build.Inputs;
  if (Inputs.empty() || !is_contained(Stages, Inputs.front()))
    return usageError("emit needs a stage: " + join(ArrayRef(Stages), ", "));
  Options.Stage = Inputs.front();
  Inputs.erase(Inputs.begin());
  if (Inputs.empty())
    return usageError("emit needs an input");
  Options.Region = Args.getLastArgValue(OPT_region).str();
  Options.Kernel = Args.getLastArgValue(OPT_kernel).str();
  Options.NDRange = Args.getLastArgValue(OPT_nd_range).str();
  Options.Build.NDRanges.clear();
  if (!Options.NDRange.empty() && Options.NDRange != "generic" && Options.Region.empty() &&
      !StringRef(Options.NDRange).contains('='))
    return usageError("--nd-range " + Options.NDRange + " needs a --region");
  return emit(std::move(Options), printedOutput(), printedErrors());
}

ExitCode runOpt(const InputArgList &Args) {
  OptOptions Options;
  if (!parseBuildOptions(Args, Options.Build))
    return ExitUsage;
  Options.Passes = Args.getLastArgValue(OPT_passes).str();
  Options.Text = Args.hasArg(OPT_text);
  if (Options.Passes.empty())
    return usageError("opt needs passes, -passes=<pipeline>");
  if (Options.Build.Inputs.size() != 1)
    return usageError("opt needs one input");
  return runPasses(Options, outs(), printedErrors()); // a module may be bitcode
}

ExitCode runJit(const InputArgList &Args) {
  JitOptions Options;
  Options.Ptxas = Args.getLastArgValue(OPT_ptxas).str();
  Options.Lld = Args.getLastArgValue(OPT_lld).str();
  Options.Libdevice = Args.getLastArgValue(OPT_libdevice).str();
  if (!parseNumber(Args, OPT_idle, "--idle takes a number of seconds", 1, Options.Idle))
    return ExitUsage;
  if (Args.hasArg(OPT_INPUT))
    return usageError("jit takes no input");
  return serveJit(Options, printedErrors());
}

ExitCode runCache(const InputArgList &Args) {
  CacheOptions Options;
  const std::vector<std::string> Words = Args.getAllArgValues(OPT_INPUT);
  if (Words.size() != 1 || !is_contained({"ls", "verify", "prune"}, Words.front()))
    return usageError("cache needs one of ls, verify and prune");
  Options.Action = Words.front();
  Options.Directory = Args.getLastArgValue(OPT_cache_dir).str();
  unsigned Size = 256;
  if (!parseNumber(Args, OPT_size, "--size takes a number of MiB", 0, Size))
    return ExitUsage;
  Options.Limit = uint64_t(Size) << 20;
  return cacheCommand(Options, printedOutput(), printedErrors());
}

} // namespace syclfuse::fuser::tool
