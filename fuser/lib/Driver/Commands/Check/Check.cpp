// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check.h"

#include "CheckParts.h"
#include "Driver/Output/OutputFiles.h"
#include "Driver/Process/DiagnosticCollector.h"

#include "Support/FuseError.h"
#include "Targets/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

size_t CheckReport::count() const {
  return count_if(Findings.list(), [](const diagnostic &D) { return D.level != severity::remark; });
}

namespace {
class Gate {
public:
  explicit Gate(const CheckOptions &Options) : Options(Options) {}

  CheckReport run() {
    Report.InputsRead = readProgram(Options.Inputs, Program, Report.Findings);
    Report.InputsRead &= checkTargets();
    if (!Report.InputsRead)
      return std::move(Report);
    chooseTargets();
    if (!Program.Bundles.empty()) {
      Report.Targets = Program.Targets;
      checkCoverage(Program, Options, Report);
      checkStack(Program, Options, Report);
      collectEstimates(Program, Report);
    } else if (!Options.Inputs.empty()) {
      Report.Findings.add(diag::nothing_to_check, "", 0, 0, {"no input has a bundle"});
    }
    checkRuns(Program, Options, Report);
    checkBenchmarks(Options, Report);
    relax();
    return std::move(Report);
  }

private:
  bool checkTargets() {
    bool Ok = true;
    for (const std::string &Name : Options.Targets)
      if (Expected<std::unique_ptr<Target>> T = createTarget(Name); !T) {
        report(T.takeError(), Report.Findings);
        Ok = false;
      }
    return Ok;
  }

  void chooseTargets() {
    std::vector<std::string> &Names = Program.Targets;
    Names = Options.Targets.empty() ? Program.Document.targets : Options.Targets;
    if (Names.empty())
      Names = targetsOf(Program);
    if (Names.empty())
      Names.push_back("native");
    llvm::sort(Names);
    Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  }

  // --no-error. What is said of several things in the same words, as of the ways through one open region, is one
  // finding.
  void relax() {
    diagnostics All;
    std::set<std::tuple<diag, std::string, unsigned, unsigned, std::string>> Said;
    for (diagnostic D : Report.Findings.list()) {
      if (D.level == severity::error && is_contained(Options.NoErrors, D.code))
        D.level = severity::warning;
      if (Said.emplace(D.code, D.file, D.line, D.column, D.text).second)
        append(All, D);
    }
    Report.Findings = std::move(All);
  }

  const CheckOptions &Options;
  CheckedProgram Program;
  CheckReport Report;
};
} // namespace

ExitCode check(const CheckOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  const CheckReport Report = Gate(Options).run();
  const std::string Text = Options.Format == "sarif"  ? checkSarif(Report, Options)
                           : Options.Format == "json" ? checkJSON(Report)
                                                      : checkText(Report);
  bool Ok = !Report.Findings.has_errors();
  std::vector<std::string> Inputs = Options.Inputs;
  llvm::append_range(Inputs, Options.Statistics);
  llvm::append_range(Inputs, Options.Benchmarks);
  diagnostics Diags;
  Ok &= writeOutput(Options.Output, Text, Inputs, Out, Diags);
  Out.flush();
  Err << Diags.format();
  // Who has the report in a file sees in the log all the same why the gate is shut.
  if (Report.Findings.has_errors() && !Options.Output.empty())
    Err << Report.Findings.format();
  return Ok ? ExitOk : ExitUserError;
}

} // namespace syclfuse::fuser
