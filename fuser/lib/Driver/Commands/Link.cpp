// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse link: the results of all jobs, built anywhere, become the object that a local build would have written.
#include "Driver/JobFolder/JobFile.h"
#include "Driver/Running/JobRunner.h"

#include "Driver/Driver.h"
#include "Support/FuseError.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Link {
public:
  Link(const BuildOptions &Options, diagnostics &Diags) : Options(Options), Diags(Diags), Kept(Options) {}

  ExitCode run() {
    if (!readFiles() || !sortFiles() || !readManifest() || !makeJobs())
      return ExitUserError;
    const JobFile &First = Files.front();
    for (diagnostic D : First.Planned.list()) {
      // Graded as a local build with the options of this command would.
      if (D.level == severity::error || D.level == severity::warning)
        D.level = Options.Require && First.Refused ? severity::error : severity::warning;
      append(Diags, D);
    }
    std::vector<JobResult> Results;
    for (JobFile &File : Files)
      Results.push_back(std::move(File.Result));
    Reports.add(Results);
    OutputFiles Written;
    ExitCode Code = finishBuild(Options, *Document, Jobs, std::move(Results), Options.Require && First.Refused, Kept,
                                Written, Diags);
    if (Code != ExitOk)
      return Code;
    return Written.commit(Options.Inputs, Diags) ? ExitOk : ExitUserError;
  }

  PassReports Reports;

private:
  bool refuse(const std::string &File, const std::string &Why) {
    Diags.add(diag::result_file_unusable, "", 0, 0, {File, Why});
    return false;
  }

  bool readFiles() {
    bool Ok = true;
    for (const std::string &Input : Options.Inputs) {
      std::unique_ptr<MemoryBuffer> Buffer = readInput(Input, Diags);
      Ok &= Buffer != nullptr;
      if (!Buffer)
        continue;
      JobFile File;
      std::string Problem = decodeJobFile(Buffer->getBuffer(), File);
      if (!Problem.empty())
        Ok = refuse(Input, Problem);
      else
        Files.push_back(std::move(File));
    }
    return Ok;
  }

  // Into the order of the build, in which each job occurs once.
  bool sortFiles() {
    const JobFile &First = Files.front();
    std::vector<const std::string *> Seen(First.Jobs.size());
    bool Ok = true;
    for (auto [Input, File] : zip_equal(Options.Inputs, Files)) {
      if (File.Fingerprint != First.Fingerprint || File.Manifest != First.Manifest ||
          File.Jobs.size() != First.Jobs.size())
        Ok =
            refuse(Input, "it was built from other inputs or with other options than '" + Options.Inputs.front() + "'");
      else if (const std::string *Other = std::exchange(Seen[File.Job], &Input))
        Ok = refuse(Input, "the result of job '" + First.Jobs[File.Job].Id + "' is in '" + *Other + "' too");
    }
    for (auto [J, Where] : zip_equal(First.Jobs, Seen))
      if (Ok && !Where)
        Diags.add(diag::result_missing, "", 0, 0, {J.Id});
    if (!Ok || is_contained(Seen, nullptr))
      return false;
    llvm::sort(Files, [](const JobFile &A, const JobFile &B) { return A.Job < B.Job; }); // each is there once
    return true;
  }

  bool readManifest() {
    Document = manifest::parse(Files.front().Manifest, "manifest", Diags);
    return Document.has_value();
  }

  bool makeJobs() {
    for (const JobFile::PlannedJob &P : Files.front().Jobs) {
      Job J;
      J.Id = P.Id;
      J.What = P.What;
      std::unique_ptr<Target> &T = Targets[P.Target];
      if (!T)
        if (Error E = createTarget(P.Target).moveInto(T)) {
          report(std::move(E), Diags);
          return false;
        }
      J.On = T.get();
      if (P.Index >= (P.IsRegion ? Document->regions.size() : Document->kernels.size()))
        return refuse(Options.Inputs.front(), "it is damaged");
      if (P.IsRegion)
        J.Region = &Document->regions[P.Index];
      else
        J.Kernel = &Document->kernels[P.Index];
      Jobs.push_back(std::move(J));
    }
    return true;
  }

  const BuildOptions &Options;
  diagnostics &Diags;
  Stages Kept;
  std::vector<JobFile> Files;
  std::optional<manifest::document> Document;
  StringMap<std::unique_ptr<Target>> Targets;
  std::vector<Job> Jobs;
};
} // namespace

ExitCode link(const BuildOptions &Options, raw_ostream &Err) {
  diagnostics Diags;
  Link L(Options, Diags);
  ExitCode Code = L.run();
  return reportAll(Code, Options, Diags, L.Reports, Err);
}

} // namespace syclfuse::fuser
