// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BuildPlan.h"
#include "Driver/Input/NDRangeSpec.h"
#include "Driver/Process/ByteStream.h"
#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "RegionSegments.h"

#include "Support/FuseError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace syclfuse::fuser {

WorkerLimits limitsOf(const BuildOptions &Options) { return {Options.Jobs, Options.TimeLimit, Options.MemoryLimit}; }

TargetOptions targetOptions(const BuildOptions &Options) {
  TargetOptions Result;
  Result.Ptxas = Options.Ptxas;
  Result.Libdevice = Options.Libdevice;
  Result.Lld = Options.Lld;
  Result.DeviceLibs = Options.DeviceLibs;
  Result.LlvmSpirv = Options.LlvmSpirv;
  Result.VerifyEach = Options.VerifyEach;
  return Result;
}

// The program that reads SPIR-V has to end before the process that waits for it: nobody else would end it.
static SpirvReader readerOf(const BuildOptions &Options) {
  SpirvReader Reader;
  Reader.Path = Options.LlvmSpirv;
  if (Options.TimeLimit)
    Reader.Seconds = std::clamp(Options.TimeLimit / 2, 1u, Reader.Seconds);
  return Reader;
}

static void exchange(ByteWriter &W, DeviceImage &Image) {
  W(Image.Input, Image.Member, Image.Bytes->getBuffer(), Image.Manifests);
}
static void exchange(ByteReader &R, DeviceImage &Image) {
  std::string Bytes;
  R(Image.Input, Image.Member, Bytes, Image.Manifests);
  Image.Bytes = MemoryBuffer::getMemBufferCopy(Bytes, Image.Input);
}

namespace {
class PlanMaker {
public:
  PlanMaker(const BuildOptions &Options, BuildPlan &Plan, diagnostics &Diags)
      : Options(Options), Plan(Plan), Diags(Diags) {}

  bool run() {
    if (!readInputs() || !checkKernels() || !addNDRanges() || !createTargets() || !checkRegions())
      return false;
    dropUnusedCopies();
    addBetweenCopies(Plan.Manifests.Document, Options);
    cutUnfitRegions(Plan.Manifests.Document, Plan.Library, Options);
    Plan.Jobs = planJobs(Plan.Manifests.Document, Plan.Library, Plan.Targets, Options, Plan.Remarks);
    return true;
  }

private:
  bool decode(StringRef Bytes) {
    ByteReader R(Bytes);
    diagnostics Problems;
    std::vector<DeviceImage> Images;
    R(Problems, Images);
    if (!R.done())
      Problems.add(diag::internal_error, "", 0, 0, {"a worker process gave a malformed answer"});
    llvm::move(Images, std::back_inserter(Plan.Images));
    append(Diags, Problems);
    return !Problems.has_errors();
  }

  bool readInputs() {
    bool Ok = true;
    // --memory-limit is about kernels and regions. To have no memory left for reading would look like a damaged input.
    WorkerLimits Limits = limitsOf(Options);
    Limits.Memory = 0;
    std::vector<WorkResult> Answers = runIsolated(Options.Inputs.size(), Limits, [&](size_t I) {
      CrashScope Scope(Options.Inputs[I], "", CrashScope::Reading);
      std::vector<DeviceImage> Images;
      diagnostics Problems;
      readDeviceImages(Options.Inputs[I], readerOf(Options), Images, Problems);
      ByteWriter W;
      W(Problems, Images);
      return W.take();
    });
    for (auto [Input, Answer] : zip_equal(Options.Inputs, Answers)) {
      if (Answer.done())
        Ok &= decode(Answer.Answer);
      else
        reportDeath(Answer, Limits, Input, Diags);
      Ok &= Answer.done();
    }
    // Host-only objects among others are fine.
    if (Ok && Plan.Images.empty()) {
      for (const std::string &Input : Options.Inputs)
        Diags.add(diag::input_no_device_code, "", 0, 0, {Input});
      return false;
    }
    std::optional<ManifestSet> Read = readManifests(Options, Plan.Images, Diags);
    if (!Ok || !Read)
      return false;
    Plan.Manifests = std::move(*Read);
    return Plan.Library.load(Plan.Images, Plan.Manifests.Document, Options.VerifyEach, Limits, Diags);
  }

  // Kernels of the manifest need device code; device code without a kernel of the manifest is suspicious only.
  bool checkKernels() {
    StringSet<> Known;
    bool Ok = true;
    for (const manifest::kernel &K : Plan.Manifests.Document.kernels) {
      Known.insert(K.symbol);
      if (Plan.Library.find(K.symbol))
        continue;
      Diags.add(diag::kernel_not_in_ir, K.location.file, K.location.line, K.location.column, {K.name});
      Ok = false;
    }
    for (const auto &[Symbol, Kernel] : Plan.Library.kernels())
      if (!Known.contains(Symbol))
        Diags.add(diag::kernel_not_in_manifest, "", 0, 0, {Symbol, Kernel.Origin});
    return Ok;
  }

  // Every copy and fill of a known element type comes with a kernel. Those that no region has cost nothing: by its
  // bundles the runtime tells which of them can be a part of a fused kernel.
  void dropUnusedCopies() {
    manifest::document &Document = Plan.Manifests.Document;
    StringSet<> Used;
    auto Use = [&](ArrayRef<manifest::region> Regions) {
      for (const manifest::region &R : Regions)
        for (const manifest::submission &S : R.submissions)
          Used.insert(S.kernel);
    };
    Use(Document.regions);
    Use(Document.open_regions);
    for (const manifest::function &F : Document.functions)
      Use(F.ways);
    erase_if(Document.kernels, [&](const manifest::kernel &K) { return K.fused_only && !Used.contains(K.symbol); });
  }

  bool addNDRanges() {
    bool Ok = true;
    for (const std::string &Spec : Options.NDRanges)
      Ok &= succeeded(addNDRange(Spec, Plan.Manifests.Document));
    return Ok;
  }

  // Options for regions and targets that are not there are mistakes.
  bool checkRegions() {
    bool Ok = true;
    for (const auto *Names : {&Options.RequiredRegions, &Options.TrustedRegions, &Options.RegionsOff})
      for (const std::string &Name : *Names)
        Ok &= succeeded(checkRegion(Name, Plan.Manifests.Document));
    for (const std::string &Spec : Options.RegionTargets) {
      auto [Region, Target] = StringRef(Spec).rsplit('=');
      Ok &= succeeded(checkRegion(Region, Plan.Manifests.Document));
      if (any_of(Plan.Targets, [&, Name = Target](const auto &T) { return T->name() == Name; }))
        continue;
      std::vector<std::string> Names;
      for (const auto &T : Plan.Targets)
        Names.push_back(T->name().str());
      Ok &= succeeded(fuseError(diag::unknown_target, {Target.str(), join(Names, ", ")}));
    }
    return Ok;
  }

  bool createTargets() {
    std::vector<std::string> Names = Options.Targets.empty() ? Plan.Manifests.Document.targets : Options.Targets;
    if (Names.empty())
      Names.push_back("native");
    llvm::sort(Names);
    Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
    bool Ok = true;
    for (const std::string &Name : Names) {
      std::unique_ptr<Target> T;
      Ok &= succeeded(createTarget(Name).moveInto(T));
      Plan.Targets.push_back(std::move(T));
    }
    return Ok;
  }

  bool succeeded(Error E) {
    bool Ok = !E;
    report(std::move(E), Diags);
    return Ok;
  }

  const BuildOptions &Options;
  BuildPlan &Plan;
  diagnostics &Diags;
};
} // namespace

bool makePlan(const BuildOptions &Options, BuildPlan &Plan, diagnostics &Diags) {
  return PlanMaker(Options, Plan, Diags).run();
}

std::vector<std::string> BuildPlan::dependencies(const BuildOptions &Options) const {
  std::vector<std::string> Files = Options.Inputs;
  Files.insert(Files.end(), Manifests.Files.begin(), Manifests.Files.end());
  Files.insert(Files.end(), Options.Profiles.begin(), Options.Profiles.end());
  for (const std::string &Tool : {Options.Ptxas, Options.Libdevice, Options.Lld, Options.DeviceLibs, Options.LlvmSpirv})
    if (!Tool.empty() && Tool != "none")
      Files.push_back(Tool);
  return Files;
}

} // namespace syclfuse::fuser
