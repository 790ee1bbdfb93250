// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the results of all jobs to the object.
#include "BuildPlan.h"
#include "JobRunner.h"
#include "Remarks.h"
#include "Wire.h"

#include "syclfuse/fuser/FuseError.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Finish {
public:
  Finish(const BuildOptions &Options, const manifest::document &Document, ArrayRef<Job> Jobs,
         std::vector<JobResult> &Results, diagnostics &Diags)
      : Options(Options), Document(Document), Jobs(Jobs), Results(Results), Diags(Diags) {}

  // Machine code for the host is generated for all native kernels at once. If that kills the compiler or is refused, it turns out
  // job by job which one is to blame, and the others are built.
  bool makeObject() {
    diagnostics Causes;
    if (tryObject(limitsOf(Options), Causes))
      return true;
    // The limits are for one kernel or region: what keeps to them alone may exceed them with the others.
    refuseBroken();
    WorkerLimits None;
    if (tryObject(None, Causes))
      return true;
    append(Diags, Causes);
    return false;
  }

  BuiltBundle Bundle;
  std::string Object;

private:
  bool tryObject(const WorkerLimits &Limits, diagnostics &Causes) {
    Bundle = buildBundle(Document, Jobs, Results);
    WorkResult Answer = runIsolated(Limits, [&] {
      diagnostics Broken;
      WireWriter W;
      Expected<SmallVector<char, 0>> Made = buildObject(Bundle, Options.Register, Options.Anchor, Broken);
      report(Made.takeError(), Broken);
      W.diags(Broken);
      W.text(Made ? StringRef(Made->data(), Made->size()) : "");
      return W.take();
    });
    Causes = {};
    if (!Answer.done()) {
      reportDeath(Answer, Limits, "", Causes);
      return false;
    }
    WireReader R(Answer.Answer);
    append(Causes, R.diags());
    Object = R.text();
    return R.done() && !Causes.has_errors();
  }

  void refuseBroken() {
    std::vector<size_t> Native;
    for (auto [I, Result] : enumerate(Results))
      if (any_of(Result.Kernels, [](const CompiledKernel &K) { return !K.NativeBitcode.empty(); }))
        Native.push_back(I);
    std::vector<WorkResult> Tried = runIsolated(Native.size(), limitsOf(Options), [&](size_t I) {
      std::vector<std::string> Bitcodes;
      for (const CompiledKernel &K : Results[Native[I]].Kernels)
        Bitcodes.push_back(K.NativeBitcode);
      CrashScope Scope("generating machine code for " + Jobs[Native[I]].What, Bitcodes.front());
      diagnostics Broken;
      report(emitNativeObject(Bitcodes, [&](Module &M) {
        CollectDiagnostics Collect(M.getContext(), Broken);
        return Error::success();
      }).takeError(), Broken);
      WireWriter W;
      W.diags(Broken);
      return W.take();
    });
    for (auto [I, Answer] : zip_equal(Native, Tried)) {
      diagnostics Causes;
      if (Answer.done())
        append(Causes, WireReader(Answer.Answer).diags());
      else
        reportDeath(Answer, limitsOf(Options), "", Causes);
      if (!Causes.has_errors())
        continue;
      JobResult &Result = Results[I];
      Result.Failed = true;
      Result.Kernels.clear();
      append(Result.Diags, describeFailure(Jobs[I], Causes));
    }
  }

  const BuildOptions &Options;
  const manifest::document &Document;
  ArrayRef<Job> Jobs;
  std::vector<JobResult> &Results;
  diagnostics &Diags;
};
} // namespace

bool makeObject(const BuildOptions &Options, const manifest::document &Document, ArrayRef<Job> Jobs,
                std::vector<JobResult> &Results, diagnostics &Diags, std::string &Object) {
  Finish F(Options, Document, Jobs, Results, Diags);
  const bool Made = F.makeObject();
  Object = std::move(F.Object);
  return Made;
}

static bool isError(const diagnostic &D) { return D.level == severity::error && isProvenWrong(D.code); }

// What was not built is an error only if the user says so; what is proven wrong is one unless the user says otherwise, for all
// targets and ND-ranges once.
static void grade(ArrayRef<Job> Jobs, ArrayRef<JobResult> Results, const BuildOptions &Options, diagnostics &Diags) {
  std::set<std::tuple<const manifest::region *, diag, std::string>> Said;
  for (auto [J, Result] : zip_equal(Jobs, Results)) {
    diagnostics Graded;
    for (diagnostic D : Result.Diags.list()) {
      if (isError(D)) {
        if (!Said.emplace(J.Region, D.code, D.text).second)
          continue;
      } else if (D.level == severity::error && !isRequired(J, Options)) {
        D.level = severity::warning;
      }
      append(Graded, D);
    }
    append(Diags, Graded);
    append(Diags, Result.Unwritten);
  }
}

bool isRequired(const Job &J, const BuildOptions &Options) {
  return Options.Require || (J.Region && is_contained(Options.RequiredRegions, J.Region->name));
}

ExitCode finishBuild(const BuildOptions &Options, const manifest::document &Document, ArrayRef<Job> Jobs,
                     std::vector<JobResult> Results, bool Refused, const Stages &Kept, OutputFiles &Files,
                     diagnostics &Diags) {
  auto RequiredFailed = [&] {
    return any_of(zip_equal(Jobs, Results), [&](const auto &Pair) {
      return std::get<1>(Pair).Failed && isRequired(std::get<0>(Pair), Options);
    });
  };
  const bool Wrong = any_of(Results, [](const JobResult &R) { return any_of(R.Diags.list(), isError); });
  Finish F(Options, Document, Jobs, Results, Diags);
  bool Unwritten = any_of(Results, [](const JobResult &R) { return R.Unwritten.has_errors(); });
  bool IsEnd = Unwritten || Wrong || Refused || RequiredFailed();
  bool HasObject = !IsEnd && F.makeObject();
  grade(Jobs, Results, Options, Diags);
  if (Unwritten)
    return ExitUserError;
  if (Wrong || Refused || RequiredFailed())
    return ExitRefused;
  if (!HasObject)
    return ExitInternal;
  Files.add(Options.Output, F.Object);
  std::vector<std::string> Ids;
  for (const Job &J : Jobs)
    Ids.push_back(J.Id);
  Kept.emit(Ids, Results, F.Bundle, Files);
  return ExitOk;
}

void PassReports::add(ArrayRef<JobResult> Results) {
  for (const JobResult &Result : Results) {
    RemarksYAML += Result.RemarksYAML;
    append_range(RemarkLines, Result.RemarkLines);
  }
}

ExitCode reportAll(ExitCode Code, const BuildOptions &Options, diagnostics &Diags, const PassReports &Reports,
                   raw_ostream &Err) {
  if (!Options.RemarksFile.empty() && !writeFile(Options.RemarksFile, remarksText(Diags) + Reports.RemarksYAML, Diags) &&
      Code == ExitOk)
    Code = ExitUserError;
  for (const std::string &Line : Reports.RemarkLines)
    Err << Line << '\n';
  for (const diagnostic &D : Diags.list())
    Err << D.format() << '\n';
  return Code;
}

} // namespace syclfuse::fuser
