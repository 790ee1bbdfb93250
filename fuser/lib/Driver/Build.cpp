// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse build, step by step.
#include "BundleObject.h"
#include "DeviceInput.h"
#include "JobRunner.h"
#include "ManifestInput.h"
#include "NDRangeSpec.h"
#include "OutputFiles.h"
#include "Remarks.h"
#include "Stages.h"

#include "syclfuse/fuser/Driver.h"
#include "syclfuse/fuser/FuseError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Build {
public:
  Build(const BuildOptions &Options, diagnostics &Diags) : Options(Options), Diags(Diags), Kept(Options) {}

  ExitCode run() {
    if (!readInputs() || !checkKernels() || !addNDRanges() || !createTargets())
      return ExitUserError;
    bool Refused = false;
    std::vector<Job> Jobs = planJobs(Manifests.Document, Library, Targets, Options.Require, Diags, Refused);
    std::vector<JobResult> Results = runAll(Jobs, Refused);
    append(Diags, Kept.diags());
    if (Kept.diags().has_errors())
      return ExitUserError;
    if (Refused && Options.Require)
      return ExitRefused;
    return write(Jobs, std::move(Results));
  }

private:
  bool readInputs() {
    bool Ok = true;
    for (const std::string &Input : Options.Inputs)
      Ok &= readDeviceImages(Input, Images, Diags);
    std::optional<ManifestSet> Read = readManifests(Options.Manifests, Options.AddedManifests, Images, Diags);
    if (!Ok || !Read)
      return false;
    Manifests = std::move(*Read);
    return Library.load(Images, Manifests.Document, Options.VerifyEach, Options.Jobs, Diags);
  }

  // Kernels of the manifest need device code; device code without a kernel of the manifest is suspicious only.
  bool checkKernels() {
    std::vector<StringRef> Known;
    bool Ok = true;
    for (const manifest::kernel &K : Manifests.Document.kernels) {
      Known.push_back(K.symbol);
      if (Library.find(K.symbol))
        continue;
      Diags.add(diag::kernel_not_in_ir, K.location.file, K.location.line, K.location.column, {K.name});
      Ok = false;
    }
    for (const auto &[Symbol, Kernel] : Library.kernels())
      if (!is_contained(Known, Symbol))
        Diags.add(diag::kernel_not_in_manifest, "", 0, 0, {Symbol, Kernel.Origin});
    return Ok;
  }

  bool addNDRanges() {
    bool Ok = true;
    for (const std::string &Spec : Options.NDRanges)
      Ok &= succeeded(addNDRange(Spec, Manifests.Document));
    return Ok;
  }

  bool createTargets() {
    std::vector<std::string> Names = Options.Targets.empty() ? Manifests.Document.targets : Options.Targets;
    if (Names.empty())
      Names.push_back("native");
    llvm::sort(Names);
    Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
    bool Ok = true;
    for (const std::string &Name : Names) {
      std::unique_ptr<Target> T;
      Ok &= succeeded(createTarget(Name).moveInto(T));
      Targets.push_back(std::move(T));
    }
    return Ok;
  }

  bool succeeded(Error E) {
    bool Ok = !E;
    report(std::move(E), Diags);
    return Ok;
  }

  std::vector<JobResult> runAll(ArrayRef<Job> Jobs, bool &Refused) {
    std::vector<JobResult> Results(Jobs.size());
    runJobs(Jobs.size(), Options.Jobs, [&](size_t I) { Results[I] = runJob(Jobs[I], Library, Options, Kept); });
    for (const JobResult &Result : Results) {
      append(Diags, Result.Diags);
      Refused |= Result.Failed;
    }
    return Results;
  }

  ExitCode write(ArrayRef<Job> Jobs, std::vector<JobResult> Results) {
    BuiltBundle Bundle = buildBundle(Manifests.Document, Jobs, std::move(Results));
    SmallVector<char, 0> Object;
    diagnostics Broken;
    if (!succeeded(buildObject(Bundle, Broken).moveInto(Object)))
      return ExitInternal;
    append(Diags, Broken);
    if (Broken.has_errors())
      return ExitInternal;
    OutputFiles Files;
    Files.add(Options.Output, StringRef(Object.data(), Object.size()));
    Kept.emit(Bundle, Files);
    if (!Options.Depfile.empty())
      Files.add(Options.Depfile, depfileText(Options.Output, dependencies()));
    return Files.commit(dependencies(), Diags) ? ExitOk : ExitUserError;
  }

  std::vector<std::string> dependencies() const {
    std::vector<std::string> Files = Options.Inputs;
    Files.insert(Files.end(), Manifests.Files.begin(), Manifests.Files.end());
    for (const std::string &Tool : {Options.Ptxas, Options.Libdevice})
      if (!Tool.empty() && Tool != "none")
        Files.push_back(Tool);
    return Files;
  }

  const BuildOptions &Options;
  diagnostics &Diags;
  Stages Kept;
  std::vector<DeviceImage> Images;
  ManifestSet Manifests;
  KernelLibrary Library;
  std::vector<std::unique_ptr<Target>> Targets;
};
} // namespace

ExitCode build(const BuildOptions &Options, raw_ostream &Err) {
  diagnostics Diags;
  ExitCode Code = Build(Options, Diags).run();
  if (!Options.RemarksFile.empty() && !writeFile(Options.RemarksFile, remarksText(Diags), Diags) && Code == ExitOk)
    Code = ExitUserError;
  for (const diagnostic &D : Diags.list())
    Err << D.format() << '\n';
  return Code;
}

} // namespace syclfuse::fuser
