// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of sycl-fuse. What the subcommands do is in lib/Driver.
#include "syclfuse/fuser/Driver.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
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

enum SubcommandVisibility { BuildOption = 1 << 1, InspectOption = 1 << 2 };

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
  const char *Usage, *Title;
};
constexpr Subcommand Subcommands[] = {
    {"build", BuildOption, "sycl-fuse build [options] -o <object> <inputs>",
     "Fuses the kernels of SYCL programs ahead of time. The inputs are objects, archives, executables, LLVM bitcode or textual "
     "IR with device code; the output is an object to link into the program."},
    {"inspect", InspectOption, "sycl-fuse inspect [options] <files>",
     "Prints what is in bundles, objects, archives, executables, manifests and device code."},
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
  outs() << "\nSUBCOMMANDS:\n"
            "  build                   Build the fused kernels of a program\n"
            "  inspect                 Print what is in a bundle, object or manifest\n"
            "\nExit codes: 0 ok, 1 user error, 2 usage, 3 refused under --require, 70 internal error\n";
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

ExitCode runBuild(const InputArgList &Args) {
  BuildOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.Output = Args.getLastArgValue(OPT_output).str();
  Options.Manifests = Args.getAllArgValues(OPT_manifest);
  Options.AddedManifests = Args.getAllArgValues(OPT_add_manifest);
  Options.Targets = Args.getAllArgValues(OPT_target);
  Options.NDRanges = Args.getAllArgValues(OPT_nd_range);
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
  for (const std::string &List : Args.getAllArgValues(OPT_emit))
    for (StringRef Kind : split(List, ',')) {
      if (!is_contained({"ll", "asm", "ptx", "bundle"}, Kind))
        return usageError("--emit takes ll, asm, ptx or bundle, not '" + Kind + "'");
      Options.Emit.push_back(Kind.str());
    }
  if (!parseLimits(Args, Options) || !parseRemarks(Args, Options))
    return ExitUsage;
  if (Options.Inputs.empty())
    return usageError("build needs an input");
  if (Options.Output.empty())
    return usageError("build needs an output, -o <object>");
  return build(Options, outs(), errs());
}

ExitCode runInspect(const InputArgList &Args) {
  InspectOptions Options;
  Options.Inputs = Args.getAllArgValues(OPT_INPUT);
  Options.JSON = Args.hasArg(OPT_json);
  if (Options.Inputs.empty())
    return usageError("inspect needs a file");
  return inspect(Options, outs(), errs());
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
  return Command.Visibility == BuildOption ? runBuild(Args) : runInspect(Args);
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
