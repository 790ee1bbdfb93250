// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobGraph.h"
#include "Driver/Planning/BuildPlan.h"
#include "JobServer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static std::string toolPath() {
  static const char Here = 0;
  return sys::fs::getMainExecutable(nullptr, const_cast<char *>(&Here));
}

// A word as a shell reads it.
static std::string shellWord(StringRef Word) {
  if (!Word.empty() && all_of(Word, [](char C) { return isAlnum(C) || StringRef("_-./=+:,@%").contains(C); }))
    return Word.str();
  std::string Quoted = "'";
  for (char C : Word)
    Quoted += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Quoted + "'";
}

static std::string precede(StringRef Text, StringRef Special, char With) {
  std::string Result;
  for (char C : Text) {
    if (Special.contains(C))
      Result += With;
    Result += C;
  }
  return Result;
}

// Words in front of a command that have the job run by the process that runs the build tool, if there is one. With a
// launcher it is to run elsewhere.
static std::string viaServer(const BuildOptions &Options) {
  SmallString<128> Client(toolPath());
  sys::path::remove_filename(Client);
  sys::path::append(Client, "sycl-fuse-job");
  if (!Options.JobLauncher.empty() || !sys::fs::can_execute(Client))
    return "";
  return shellWord(Client);
}

// All but the input and the output. Paths of tools are not in the inputs: their bytes count, wherever they are.
static std::string commandStart(const BuildOptions &Options) {
  std::vector<std::string> Words = Options.JobLauncher;
  Words.insert(Words.end(), {toolPath(), "job"});
  Words.push_back("--time-limit=" + std::to_string(Options.TimeLimit));
  if (Options.MemoryLimit)
    Words.push_back("--memory-limit=" + std::to_string(Options.MemoryLimit));
  for (const auto &[Name, Path] : {std::pair("--ptxas=", &Options.Ptxas), std::pair("--libdevice=", &Options.Libdevice),
                                   std::pair("--lld=", &Options.Lld), std::pair("--device-libs=", &Options.DeviceLibs),
                                   std::pair("--llvm-spirv=", &Options.LlvmSpirv)}) {
    SmallString<128> Absolute(*Path);
    if (Path->empty())
      continue;
    if (*Path != "none")
      sys::fs::make_absolute(Absolute);
    Words.push_back((Name + Absolute).str());
  }
  for (std::string &Word : Words)
    Word = shellWord(Word);
  return join(Words, " ");
}

static std::string oneLine(StringRef Text) {
  std::string Line = Text.str();
  for (char &C : Line)
    if (static_cast<unsigned char>(C) < ' ')
      C = ' ';
  return Line;
}

std::string ninjaText(ArrayRef<JobEdge> Edges, const BuildOptions &Options) {
  const std::string Tool = precede(toolPath(), "$ :", '$');
  const std::string Client = precede(viaServer(Options), "$", '$');
  std::string Text = "# Written by sycl-fuse.\nrule job\n  command = " + (Client.empty() ? "" : Client + " $in ") +
                     precede(commandStart(Options), "$", '$') + " $in -o $out\n  description = $what\n";
  for (const JobEdge &E : Edges)
    Text += "build " + E.Output + ": job " + E.Input + " | " + Tool +
            "\n  what = " + precede(oneLine(E.What), "$", '$') + "\n";
  return Text;
}

std::string makefileText(ArrayRef<JobEdge> Edges, const BuildOptions &Options) {
  const std::string Tool = precede(precede(toolPath(), " #:", '\\'), "$", '$');
  const std::string Client = precede(viaServer(Options), "$", '$'), Start = precede(commandStart(Options), "$", '$');
  std::string Text = "# Written by sycl-fuse.\nall:", Rules;
  for (const JobEdge &E : Edges) {
    Text += " \\\n  " + E.Output;
    Rules += E.Output + ": " + E.Input + " " + Tool + "\n\t" + (Client.empty() ? "" : Client + " " + E.Input + " ") +
             Start + " " + E.Input + " -o " + E.Output + "\n";
  }
  return Text + "\n.PHONY: all\n" + Rules;
}

static bool isNinja(StringRef Program) {
  const StringRef Name = sys::path::filename(Program);
  return Name.contains("ninja") || Name.starts_with("samu");
}

bool runBuildTool(const BuildOptions &Options, function_ref<bool(StringRef Input)> RunJob, raw_ostream &Out,
                  diagnostics &Diags) {
  auto Fail = [&](const std::string &Why) {
    Diags.add(diag::build_tool_failed, "", 0, 0, {Options.BuildTool, Why});
    return false;
  };
  ErrorOr<std::string> Program = sys::findProgramByName(Options.BuildTool);
  if (!Program)
    return Fail(Program.getError().message());
  // All jobs run, whatever becomes of the others. The jobs at a time are the tool's to know, from its jobserver, unless
  // they are given.
  std::vector<StringRef> Words{*Program, "-C", Options.JobDir, "-k"};
  if (isNinja(*Program))
    Words.push_back("0");
  const std::string Parallel = "-j" + std::to_string(Options.Jobs);
  if (Options.Jobs)
    Words.push_back(Parallel);
  SmallString<128> Log(Options.JobDir);
  sys::path::append(Log, "build.log");
  const std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Log), StringRef(Log)};
  std::string Problem;
  JobServer Server(Options.JobDir, limitsOf(Options), RunJob);
  bool CannotRun = false;
  const sys::ProcessInfo Tool = sys::ExecuteNoWait(*Program, Words, std::nullopt, Redirects, 0, &Problem, &CannotRun);
  const int Status = CannotRun ? -1 : Server.serve(Tool, Problem);
  if (Status != 0) {
    if (auto Said = MemoryBuffer::getFile(Log))
      Out << (*Said)->getBuffer();
    Out.flush(); // before the error
    return Fail(Problem.empty() ? "exit status " + std::to_string(Status) : Problem);
  }
  sys::fs::remove(Log);
  return true;
}

bool isDryRun() {
  const std::optional<std::string> Flags = sys::Process::GetEnv("MAKEFLAGS");
  if (!Flags)
    return false;
  // The first word has the single letters, with or without a dash; other words have two dashes, or are variables.
  const StringRef First = StringRef(*Flags).split(' ').first;
  return !First.starts_with("--") && !First.contains('=') && First.find_first_of("nqt") != StringRef::npos;
}

} // namespace syclfuse::fuser
