// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of sycl-fuse. What the subcommands do is in lib/Driver.
#include "CommandLine.h"
#include "PrintableStream.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::tool;

namespace syclfuse::fuser::tool {

ExitCode usageError(const Twine &Message) {
  printedErrors() << "sycl-fuse: error: " << Message << "; see sycl-fuse --help\n";
  return ExitUsage;
}

bool parseNumber(const InputArgList &Args, OptionID Option, const char *What, unsigned Least, unsigned &Value) {
  const Arg *A = Args.getLastArg(Option);
  if (!A || (!StringRef(A->getValue()).getAsInteger(10, Value) && Value >= Least))
    return true;
  usageError(Twine(What) + " from " + Twine(Least) + ", not '" + A->getValue() + "'");
  return false;
}

} // namespace syclfuse::fuser::tool

namespace {
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
  ExitCode (*Run)(const InputArgList &Args);
  const char *Usage, *Brief, *Title;
};
constexpr Subcommand Subcommands[] = {
#define SF_COMMAND(Name, Word, Usage, Brief, Title) {Word, Name##Option, run##Name, Usage, Brief, Title},
#include "Commands.def"
};

void printVersion() { outs() << "sycl-fuse " SYCLFUSE_VERSION "\nLLVM " LLVM_VERSION_STRING "\n"; }

void printGeneralHelp() {
  Table().printHelp(outs(), "sycl-fuse <subcommand> [options]", "Ahead-of-time kernel fusion for SYCL", false, false,
                    Visibility(DefaultVis));
  outs() << "\nSUBCOMMANDS:\n";
  for (const Subcommand &Command : Subcommands)
    outs() << "  " << left_justify(Command.Name, 24) << Command.Brief << '\n';
  outs() << "\nExit codes: 0 ok, 1 user error, 2 usage, 3 refused (a region that is proven wrong, --require), 70 "
            "internal error\n";
}

std::string unknownOption(const Table &Options, const Subcommand &Command, StringRef Spelling) {
  std::string Message = ("unknown option '" + Spelling + "'").str(), Nearest;
  if (Options.findNearest(Spelling, Nearest, Visibility(Command.Visibility)) <= 2)
    Message += ", did you mean '" + Nearest + "'?";
  return Message;
}

std::string unknownSubcommand(StringRef Name) {
  std::string Message = ("unknown subcommand '" + Name + "'").str();
  const auto *Nearest = min_element(Subcommands, [&](const Subcommand &A, const Subcommand &B) {
    return Name.edit_distance(A.Name) < Name.edit_distance(B.Name);
  });
  if (Name.edit_distance(Nearest->Name) <= 2)
    Message += (", did you mean '" + Nearest->Name + "'?").str();
  return Message;
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
  return Command.Run(Args);
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
  return usageError(unknownSubcommand(First));
}
} // namespace

int main(int argc, char **argv) {
  installCrashHandler();
  return runTool(ArrayRef(argv + 1, argc - 1));
}
