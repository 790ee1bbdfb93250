// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse build, step by step.
#include "Driver/JobFolder/JobFile.h"
#include "Driver/JobFolder/JobGraph.h"
#include "Driver/JobFolder/JobStore.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Running/JobRunner.h"

#include "Driver/Driver.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Build {
public:
  Build(const BuildOptions &Options, raw_ostream &Out, diagnostics &Diags)
      : Options(Options), Out(Out), Diags(Diags), Kept(Options) {}

  ExitCode run() {
    if (!Options.BuildTool.empty() && isDryRun())
      return ExitOk;
    append(Diags, Kept.diags());
    if (Kept.diags().has_errors() || !makePlan(Options, Plan, Diags))
      return ExitUserError;
    append(Diags, Plan.Remarks);
    if (!Options.JobId.empty())
      return buildOne();
    std::optional<std::vector<JobResult>> Run = Options.JobDir.empty()
                                                    ? runJobs(Plan.Jobs, Plan.Library, Options, Kept)
                                                    : runChangedJobs(Plan, Options, Kept, Out, Diags);
    if (!Run)
      return ExitUserError;
    std::vector<JobResult> Results = std::move(*Run);
    show(Results);
    OutputFiles Files;
    ExitCode Code = finishBuild(Options, Plan.Manifests.Document, Plan.Jobs, std::move(Results),
                                Plan.Remarks.has_errors(), Kept, Files, Diags);
    if (Code != ExitOk)
      return Code;
    Code = commit(Files);
    if (Code == ExitOk && !Options.JobDir.empty())
      forgetOtherJobs(Plan, Options);
    return Code;
  }

  PassReports Reports;

private:
  // One job, and its result as a file.
  ExitCode buildOne() {
    auto Wanted = find_if(Plan.Jobs, [&](const Job &J) { return J.Id == Options.JobId; });
    if (Wanted == Plan.Jobs.end()) {
      Diags.add(diag::nothing_selected, "", 0, 0, {"there is no job '" + Options.JobId + "'"});
      return ExitUserError;
    }
    std::vector<JobResult> Results = runJobs(*Wanted, Plan.Library, Options, Kept);
    Reports.add(Results);
    JobResult &Result = Results.front();
    bool Wrong = false;
    for (diagnostic D : Result.Diags.list()) {
      const bool IsError = D.level == severity::error;
      if (IsError && !isProvenWrong(D.code) && !isRequired(*Wanted, Options))
        D.level = severity::warning; // link says it again
      Wrong |= IsError && isProvenWrong(D.code);
      append(Diags, D);
    }
    append(Diags, Result.Unwritten);
    if (Result.Unwritten.has_errors())
      return ExitUserError;
    if (Wrong || Plan.Remarks.has_errors() || (Result.Failed && isRequired(*Wanted, Options)))
      return ExitRefused;
    OutputFiles Files;
    Files.add(Options.Output, encodeJobFile(makeJobFile(Options, Plan, Wanted - Plan.Jobs.begin(), std::move(Result))));
    return commit(Files);
  }

  ExitCode commit(OutputFiles &Files) {
    std::vector<std::string> Read = Plan.dependencies(Options);
    if (!Options.Depfile.empty())
      Files.add(Options.Depfile, depfileText(Options.Output, Read));
    return Files.commit(Read, Diags) ? ExitOk : ExitUserError;
  }

  void show(ArrayRef<JobResult> Results) {
    Reports.add(Results);
    if (Options.TimePasses)
      printTimes(Plan.Jobs, Results, Out);
    for (const JobResult &Result : Results)
      for (const StageText &S : Result.Stages)
        if (Options.PrintPhases && isStageOfKind(S.Name, "phases"))
          Out << "; " << S.Name << '\n' << S.Text << '\n';
  }

  const BuildOptions &Options;
  raw_ostream &Out;
  diagnostics &Diags;
  Stages Kept;
  BuildPlan Plan;
};
} // namespace

ExitCode build(const BuildOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  Build B(Options, Out, Diags);
  ExitCode Code = B.run();
  return reportAll(Code, Options, Diags, B.Reports, Err);
}

} // namespace syclfuse::fuser
