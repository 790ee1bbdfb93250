// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WriteReport.h"

#include "Driver/Commands/ManifestFiles.h"
#include "Driver/Output/OutputFiles.h"
#include "GatherReport.h"
#include "ReportWriters.h"
#include "ShownText.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {

static bool readInputs(const ReportOptions &Options, ProgramContents &Program, std::vector<statistics::run> &Runs,
                       diagnostics &Diags) {
  bool Ok = readProgram(Options.Inputs, Program, Diags);
  for (const std::string &File : Options.Statistics) {
    if (std::optional<statistics::run> Run = statistics::read_file(File, Diags))
      Runs.push_back(std::move(*Run));
    else
      Ok = false;
  }
  if (Ok && Program.Bundles.empty()) {
    Diags.add(diag::input_unreadable, "", 0, 0,
              {Options.Inputs.front(), "it has no bundle, and no other input has one"});
    Ok = false;
  }
  return Ok;
}

ExitCode writeReport(const ReportOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  ProgramContents Program;
  std::vector<statistics::run> Runs;
  bool Ok = readInputs(Options, Program, Runs, Diags);
  if (Ok) {
    const std::vector<std::string> Here = {"."};
    Report R = gatherReport(Program, Runs, Options.Roots.empty() ? Here : Options.Roots);
    R.Title = shownText(sys::path::filename(Options.Inputs.front()));
    std::vector<std::string> Inputs = Options.Inputs;
    append_range(Inputs, Options.Statistics);
    Ok = writeOutput(Options.Output, Options.Text ? reportText(R) : reportPage(R), Inputs, Out, Diags);
  }
  return finish(Ok, Diags, Out, Err);
}

} // namespace syclfuse::fuser
