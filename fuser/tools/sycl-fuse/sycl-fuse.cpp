// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of sycl-fuse. What the subcommands do is in lib/Driver.
#include "syclfuse/fuser/Driver.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace syclfuse::fuser;

namespace {
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
  LinkOption = 1 << 3,
  EmitOption = 1 << 4,
  OptOption = 1 << 5,
  InspectOption = 1 << 6,
  JitOption = 1 << 7,
  CacheOption = 1 << 8
};

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Table : public GenericOptTable {
public:
  Table() : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}
};

struct Subcommand {
  StringRef Name;
  unsigned Visibility;
  const char *Usage, *Brief, *Title;
};
constexpr Subcommand Subcommands[] = {
    {"build", BuildOption, "sycl-fuse build [options] -o <object> <inputs>", "Build the fused kernels of a program",
     "Fuses the kernels of SYCL programs ahead of time. The inputs are objects, archives, executables, LLVM bitcode or textual "
     "IR with device code; the output is an object to link into the program."},
    {"plan", PlanOption, "sycl-fuse plan [options] [-o <json>] <inputs>", "List the jobs of a build as JSON",
     "Lists what build compiles with the same inputs and options, one job for each kernel or region, target and ND-range."},
    {"link", LinkOption, "sycl-fuse link [options] -o <object> <results>", "Join the results of build --job",
     "Joins the result files of all jobs that plan lists to the object that build writes."},
    {"emit", EmitOption, "sycl-fuse emit <stage> [options] <inputs>", "Print what is compiled, at any stage",
     "Prints a stage of kernels and regions: input, ll (fused), optimized, asm (native), phases (native), ptx (cuda), spv (spirv)."},
    {"opt", OptOption, "sycl-fuse opt -passes=<pipeline> [options] [-o <output>] <input>", "Run passes on a module",
     "Runs passes of this project and of LLVM on bitcode or textual IR; - is standard input."},
    {"inspect", InspectOption, "sycl-fuse inspect [options] <files>", "Print what is in a bundle, object or manifest",
     "Prints what is in bundles, objects, archives, executables, manifests and device code."},
    {"jit", JitOption, "sycl-fuse jit [options]", "Fuse for a running program (started by the runtime)",
     "Fuses sequences of kernels that no manifest lists, for the runtime of a program, which starts it with a socket as standard input."},
    {"cache", CacheOption, "sycl-fuse cache ls|verify|prune [options]", "Look at the cache of the JIT, and clean it up",
     "Lists the entries of the persistent cache, removes damaged ones, or removes those that were not used for longest."},
};

ExitCode usageError(const Twine &Message) {
  errs() << "sycl-fuse: error: " << Message << "; see sycl-fuse --help\n";
  return ExitUsage;
}

void printVersion() {
  outs() << "sycl-fuse " SYCLFUSE_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
}

void printGeneralHelp() {
  Table().printHelp(outs(), "sycl-fuse <subcommand> [options]", "Ahead-of-time kernel fusion for SYCL", false, false,
                    Visibility(DefaultVis));
  outs() << "\nSUBCOMMANDS:\n";
  for (const Subcommand &Command : Subcommands)
    outs() << "  " << left_justify(Command.Name, 24) << Command.Brief << '\n';
  outs() << "\nExit codes: 0 ok, 1 user error, 2 usage, 3 refused (a region that is proven wrong, --require), 70 internal error\n";
}

std::string unknownOption(const Table &Options, const Subcommand &Command, StringRef Spelling) {
  std::string Message = ("unknown option '" + Spelling + "'").str(), Nearest;
  if (Options.findNearest(Spelling, Nearest, Visibility(Command.Visibility)) <= 2)
    Message += ", did you mean '" + Nearest + "'?";
  return Message;
}

// Leaves Value alone if the option is not there. False, after a message, if it has no number from Least.
bool parseNumber(const InputArgList &Args, OptionID Option, const char *What, unsigned Least, unsigned &Value) {
  const Arg *A = Args.getLastArg(Option);
  if (!A || (!StringRef(A->getValue()).getAsInteger(10, Value) && Value >= Least))
    return true;
  usageError(Twine(What) + " from " + Twine(Least) + ", not '" + A->getValue() + "'");
  return false;
}

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
  Options.JobId = Args.getLastArgValue(OPT_job).str();
  Options.JitIr = !Args.hasArg(OPT_no_jit_ir);
  Options.Require = Args.hasArg(OPT_require);
  Options.SaveTemps = Args.hasArg(OPT_save_temps, OPT_save_temps_dir);
  Options.SaveTempsDir = Args.getLastArgValue(OPT_save_temps_dir).str();
  Options.Depfile = Args.getLastArgValue(OPT_depfile).str();
  Options.RemarksFile = Args.getLastArgValue(OPT_remarks).str();
  Options.Ptxas = Args.getLastArgValue(OPT_ptxas).str();
  Options.Libdevice = Args.getLastArgValue(OPT_libdevice).str();
  Options.Lld = Args.getLastArgValue(OPT_lld).str();
  Options.DeviceLibs = Args.getLastArgValue(OPT_device_libs).str();
  Options.LlvmSpirv = Args.getLastArgValue(OPT_llvm_spirv).str();
  Options.VectorMath = Args.hasArg(OPT_vector_math);
  Options.VerifyEach = Args.hasArg(OPT_verify_each);
  Options.PrintPhases = Args.hasArg(OPT_print_phase);
  Options.TimePasses = Args.hasArg(OPT_time_passes);
  return parseLimits(Args, Options) && parseRemarks(Args, Options);
}

bool parseEmit(const InputArgList &Args, std::initializer_list<StringRef> Kinds, BuildOptions &Options) {
  for (const std::string &List : Args.getAllArgValues(OPT_emit))
    for (StringRef Kind : split(List, ',')) {
      if (!is_contained(Kinds, Kind)) {
        usageError("--emit takes " + join(drop_end(Kinds), ", ") + (Kinds.size() > 1 ? " or " : "") + *(Kinds.end() - 1) +
                   ", not '" + Kind + "'");
        return false;
      }
      Options.Emit.push_back(Kind.str());
    }
  return true;
}

bool parseNoErrors(const InputArgList &Args, BuildOptions &Options) {
  using syclfuse::diag;
  constexpr diag Known[] = {diag::promotion_refuted, diag::dependence_crosses_groups, diag::dependence_needs_barrier};
  for (const std::string &List : Args.getAllArgValues(OPT_no_error))
    for (StringRef Code : split(List, ',')) {
      auto It = find_if(Known, [&](diag D) { return code_string(D) == Code; });
      if (It == std::end(Known)) {
        usageError("--no-error takes SF3026, SF3029 or SF3030, not '" + Code + "'");
        return false;
      }
      Options.NoErrors.push_back(*It);
    }
  return true;
}

ExitCode runBuild(const InputArgList &Args) {
  BuildOptions Options;
  if (!parseBuildOptions(Args, Options) || !parseNoErrors(Args, Options) || !parseEmit(Args, {"ll", "asm", "ptx", "bundle"}, Options))
    return ExitUsage;
  if (Options.Inputs.empty())
    return usageError("build needs an input");
  if (Options.Output.empty())
    return usageError("build needs an output, -o <object>");
  if (!Options.JobId.empty() && !Options.Emit.empty())
    return usageError("--emit is not for --job: sycl-fuse emit prints a stage of one kernel or region");
  return build(Options, outs(), errs());
}

ExitCode runPlan(const InputArgList &Args) {
  BuildOptions Options;
  if (!parseBuildOptions(Args, Options) || !parseNoErrors(Args, Options))
    return ExitUsage;
  if (Options.Inputs.empty())
    return usageError("plan needs an input");
  return plan(Options, outs(), errs());
}

ExitCode runLink(const InputArgList &Args) {
  BuildOptions Options;
  if (!parseBuildOptions(Args, Options) || !parseEmit(Args, {"bundle"}, Options))
    return ExitUsage;
  if (Options.Inputs.empty())
    return usageError("link needs result files");
  if (Options.Output.empty())
    return usageError("link needs an output, -o <object>");
  return link(Options, errs());
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
  return emit(std::move(Options), outs(), errs());
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
  return runPasses(Options, outs(), errs());
}

ExitCode runInspect(const InputArgList &Args) {
  InspectOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.JSON = Args.hasArg(OPT_json);
  if (Options.Inputs.empty())
    return usageError("inspect needs a file");
  return inspect(Options, outs(), errs());
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
  return serveJit(Options, errs());
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
  return cacheCommand(Options, outs(), errs());
}

ExitCode run(const Subcommand &Command, ArrayRef<const char *> Arguments) {
  Table Options;
  unsigned MissingIndex, MissingCount;
  InputArgList Args = Options.ParseArgs(Arguments, MissingIndex, MissingCount, Visibility(Command.Visibility));
  if (Args.hasArg(OPT_help)) {
    Options.printHelp(outs(), Command.Usage, Command.Title, false, false, Visibility(Command.Visibility));
    return ExitOk;
  }
  if (Args.hasArg(OPT_version)) {
    printVersion();
    return ExitOk;
  }
  if (MissingCount)
    return usageError("option '" + Twine(Args.getArgString(MissingIndex)) + "' needs a value");
  for (const Arg *A : Args.filtered(OPT_UNKNOWN))
    return usageError(unknownOption(Options, Command, A->getAsString(Args)));
  switch (Command.Visibility) {
  case BuildOption:
    return runBuild(Args);
  case PlanOption:
    return runPlan(Args);
  case LinkOption:
    return runLink(Args);
  case EmitOption:
    return runEmit(Args);
  case OptOption:
    return runOpt(Args);
  case JitOption:
    return runJit(Args);
  case CacheOption:
    return runCache(Args);
  default:
    return runInspect(Args);
  }
}

ExitCode runTool(ArrayRef<const char *> Arguments) {
  StringRef First = Arguments.empty() ? "" : Arguments.front();
  if (First.empty())
    return usageError("no subcommand");
  if (First == "--help" || First == "-h") {
    printGeneralHelp();
    return ExitOk;
  }
  if (First == "--version") {
    printVersion();
    return ExitOk;
  }
  for (const Subcommand &Command : Subcommands)
    if (Command.Name == First)
      return run(Command, Arguments.drop_front());
  return usageError("unknown subcommand '" + First + "'");
}
} // namespace

int main(int argc, char **argv) {
  installCrashHandler();
  return runTool(ArrayRef(argv + 1, argc - 1));
}
