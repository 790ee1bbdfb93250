// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse build, step by step.
#include "Driver/Input/KernelIr.h"
#include "Driver/JobFolder/JobGraph.h"
#include "Driver/JobFolder/JobStore.h"
#include "Driver/Output/BuildMessages.h"
#include "Driver/Output/FusionCost.h"
#include "Driver/Output/PassTimes.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "Driver/Running/RefusedRegions.h"
#include "Report.h"

#include "llvm/Support/raw_ostream.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class BuildCommand {
public:
  BuildCommand(const BuildOptions &Options, raw_ostream &Out, diagnostics &Diags)
      : Options(Options), Out(Out), Diags(Diags), Kept(Options) {}

  ExitCode run() {
    if (!Options.BuildTool.empty() && isDryRun())
      return ExitOk;
    append(Diags, Kept.diags());
    if (Kept.diags().has_errors() || !makePlan(Options, Plan, Diags))
      return ExitUserError;
    append(Diags, Plan.Remarks);
    while (Results.size() != Plan.Jobs.size()) {
      if (!runNewJobs())
        return ExitUserError;
      cutRefusedRegions(Plan.Manifests.Document, Plan.Library, Options, Plan.Jobs, Results, Diags);
    }
    FusionProfile Measured;
    if (!Measured.read(Options.Profiles, Plan.Manifests.Document, Plan.Library, Diags))
      return ExitUserError;
    estimateFusion(Plan.Manifests.Document, Plan.Jobs, Results, Measured, Options, Diags);
    show();
    ExitCode Code = judge();
    if (Code == ExitOk)
      Code = write();
    if (Code == ExitOk && !Options.JobDir.empty())
      JobStore(Plan, Options).forgetOthers();
    return Code;
  }

  // Messages name the files of the user, not those of prepared modules.
  void restorePaths() {
    Plan.Library.paths().restore(Diags);
    Reports.restorePaths(Plan.Library.paths());
  }

  PassReports Reports;

private:
  // Those that have no result yet.
  bool runNewJobs() {
    std::vector<Job> New(Plan.Jobs.begin() + Results.size(), Plan.Jobs.end());
    Plan.Jobs.swap(New);
    std::optional<std::vector<JobResult>> Run = Options.JobDir.empty()
                                                    ? compileJobs(Plan.Jobs, Plan.Library, Options, Kept)
                                                    : JobStore(Plan, Options).run(Kept, Out, Diags);
    Plan.Jobs.swap(New);
    if (Run)
      llvm::move(*Run, std::back_inserter(Results));
    return Run.has_value();
  }

  void show() {
    Reports.add(Results);
    if (Options.TimePasses)
      printTimes(Plan.Jobs, Results, Out);
    for (const JobResult &Result : Results)
      for (const StageText &S : Result.Stages)
        if (Options.PrintPhases && isStageOfKind(S.Name, "phases"))
          Out << "; " << S.Name << '\n' << S.Text << '\n';
  }

  // A region that was not built runs unfused: an error only if the user says so. A program cannot do without a kernel,
  // and what is proven wrong is wrong: errors unless the user says otherwise. What is proven wrong is said once for all
  // targets and ND-ranges. A kernel for sub-groups that the target does not have is not launched there: programs ask
  // the device for its sizes when they run.
  ExitCode judge() {
    bool Refused = Plan.Remarks.has_errors(), Unwritten = false;
    std::set<std::tuple<std::optional<size_t>, diag, std::string>> Said;
    for (auto [J, Result] : zip_equal(Plan.Jobs, Results)) {
      const bool IsForOthers =
          any_of(Result.Diags.list(), [](const diagnostic &D) { return D.code == diag::no_such_sub_groups; });
      severity Level = levelOfRefusal(regionOf(J, Plan.Manifests.Document), Options);
      if (Level == severity::error && IsForOthers && !Options.Require)
        Level = severity::warning;
      Unwritten |= Result.Unwritten.has_errors();
      diagnostics Graded;
      for (diagnostic D : Result.Diags.list()) {
        const bool IsWrong = D.level == severity::error && Level != severity::note && isProvenWrong(D.code);
        const bool IsLeft = is_contained(Options.NoErrors, D.code) && D.code != diag::target_failed; // see isRequired()
        if (D.level == severity::error && ((!IsWrong && Level != severity::error) || IsLeft))
          D.level = severity::warning;
        D.level = Level == severity::note ? Level : D.level;
        Refused |= D.level == severity::error;
        if (!IsWrong || Said.emplace(J.Region, D.code, D.text).second)
          append(Graded, D);
      }
      append(Diags, Graded);
      append(Diags, Result.Unwritten);
    }
    return Unwritten ? ExitUserError : Refused ? ExitRefused : ExitOk;
  }

  ExitCode write() {
    BuiltBundle Bundle = buildBundle(Plan.Manifests.Document, Plan.Jobs, Results, [&](const manifest::kernel &K) {
      return Options.JitIr ? encodeKernelIr(*Plan.Library.find(K.symbol)) : std::vector<unsigned char>();
    });
    Bundle.Messages = encodeMessages(Diags);
    const std::optional<std::string> Object = makeObject(Bundle, RegisteredBy::Constructor, Options.Anchor, Diags);
    if (!Object)
      return ExitInternal;
    OutputFiles Files;
    Files.add(Options.Output, *Object);
    Kept.emit(Plan.Jobs, Results, Bundle, Files);
    const std::vector<std::string> Read = Plan.dependencies(Options);
    if (!Options.Depfile.empty())
      Files.add(Options.Depfile, depfileText(Options.Output, Read));
    return Files.commit(Read, Diags) ? ExitOk : ExitUserError;
  }

  const BuildOptions &Options;
  raw_ostream &Out;
  diagnostics &Diags;
  Stages Kept;
  BuildPlan Plan;
  std::vector<JobResult> Results;
};
} // namespace

ExitCode build(const BuildOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  BuildCommand Command(Options, Out, Diags);
  ExitCode Code = Command.run();
  Command.restorePaths();
  return reportAll(Code, Options, Diags, Command.Reports, Err);
}

} // namespace syclfuse::fuser
