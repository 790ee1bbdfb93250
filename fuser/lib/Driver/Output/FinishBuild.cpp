// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the results of all jobs to the object.
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Process/Wire.h"
#include "Driver/Running/JobRunner.h"
#include "Driver/Running/Remarks.h"

#include "Support/FuseError.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

// In a process of its own, for the memory that it may need.
static bool makeObject(const BuildOptions &Options, const BuiltBundle &Bundle, diagnostics &Diags,
                       std::string &Object) {
  const WorkerLimits None;
  WorkResult Answer = runIsolated(None, [&] {
    diagnostics Broken;
    Expected<SmallVector<char, 0>> Made = buildObject(Bundle, Options.Register, Options.Anchor);
    report(Made.takeError(), Broken);
    WireWriter W;
    W.diags(Broken);
    W.text(Made ? StringRef(Made->data(), Made->size()) : "");
    return W.take();
  });
  if (!Answer.done()) {
    reportDeath(Answer, None, "", Diags);
    return false;
  }
  WireReader R(Answer.Answer);
  append(Diags, R.diags());
  Object = R.text();
  return R.done() && !Object.empty();
}

bool makeObject(const BuildOptions &Options, const manifest::document &Document, ArrayRef<Job> Jobs,
                ArrayRef<JobResult> Results, diagnostics &Diags, std::string &Object) {
  return makeObject(Options, buildBundle(Document, Jobs, Results), Diags, Object);
}

static bool isError(const diagnostic &D) { return D.level == severity::error && isProvenWrong(D.code); }

// What was not built is an error only if the user says so; what is proven wrong is one unless the user says otherwise,
// for all targets and ND-ranges once.
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
  const bool RequiredFailed = any_of(zip_equal(Jobs, Results), [&](const auto &Pair) {
    return std::get<1>(Pair).Failed && isRequired(std::get<0>(Pair), Options);
  });
  const bool Wrong = any_of(Results, [](const JobResult &R) { return any_of(R.Diags.list(), isError); });
  bool Unwritten = any_of(Results, [](const JobResult &R) { return R.Unwritten.has_errors(); });
  grade(Jobs, Results, Options, Diags);
  if (Unwritten)
    return ExitUserError;
  if (Wrong || Refused || RequiredFailed)
    return ExitRefused;
  const BuiltBundle Bundle = buildBundle(Document, Jobs, Results);
  std::string Object;
  if (!makeObject(Options, Bundle, Diags, Object))
    return ExitInternal;
  Files.add(Options.Output, Object);
  std::vector<std::string> Ids;
  for (const Job &J : Jobs)
    Ids.push_back(J.Id);
  Kept.emit(Ids, Results, Bundle, Files);
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
  if (!Options.RemarksFile.empty() &&
      !writeFile(Options.RemarksFile, remarksText(Diags) + Reports.RemarksYAML, Diags) && Code == ExitOk)
    Code = ExitUserError;
  for (const std::string &Line : Reports.RemarkLines)
    Err << Line << '\n';
  for (const diagnostic &D : Diags.list())
    Err << D.format() << '\n';
  return Code;
}

} // namespace syclfuse::fuser
