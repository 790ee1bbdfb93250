// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A job is not written as it is but planned again, of the kernel or region alone: plans are large, and follow from the
// manifest.
#include "JobInput.h"
#include "Driver/Input/KernelIr.h"
#include "Driver/Process/Wire.h"
#include "JobStore.h"

#include "Support/FuseError.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace syclfuse::fuser {

static constexpr StringLiteral Magic = "SFUSEINP";

// What tells the variants of a region for a target apart: how many of them are planned before.
static uint64_t variantOf(const Job &J, ArrayRef<Job> Jobs) {
  return count_if(
      Jobs, [&](const Job &Other) { return &Other < &J && J.Region && Other.Region == J.Region && Other.On == J.On; });
}

std::string encodeJobInput(const Job &J, const BuildPlan &Plan, const BuildOptions &Options) {
  const manifest::document Part = partOf(J, Plan.Manifests.Document);
  WireWriter W;
  W.text(producerName());
  for (const std::string &Text : {J.Id, J.Entry, J.What, J.On->name().str(), manifest::to_json(Part)})
    W.text(Text);
  W.integer(variantOf(J, Plan.Jobs));
  for (bool Flag : {J.UsesGroups, Options.VectorMath, Options.VerifyEach})
    W.integer(Flag);
  W.integer(Options.NoErrors.size());
  for (diag Code : Options.NoErrors)
    W.integer(static_cast<uint64_t>(Code));
  for (const manifest::kernel &K : Part.kernels)
    writeKernel(W, *Plan.Library.find(K.symbol));
  const std::string Payload = W.take();
  WireWriter Header;
  Header.bytes(Magic.data(), Magic.size());
  Header.integer(JobInputVersion);
  Header.integer(xxh3_64bits(Payload));
  return Header.take() + Payload;
}

std::string JobInput::decode(StringRef Bytes, BuildOptions &Options) {
  if (!Bytes.consume_front(Magic))
    return "it was not written by sycl-fuse plan --job-dir";
  WireReader R(Bytes);
  const uint64_t Version = R.integer(), Checksum = R.integer();
  if (R.ok() && Version != JobInputVersion)
    return "its format is version " + std::to_string(Version) + ", needed: " + std::to_string(JobInputVersion);
  if (!R.ok() || xxh3_64bits(R.rest()) != Checksum)
    return "it is damaged";
  if (std::string Producer = R.text(); R.ok() && Producer != producerName())
    return "it is of " + Producer + ", needed: " + producerName();
  std::string Id = R.text(), Entry = R.text(), What = R.text(), TargetName = R.text(), Manifest = R.text();
  const uint64_t Variant = R.integer();
  const bool UsesGroups = R.boolean();
  Options.VectorMath = R.boolean();
  Options.VerifyEach = R.boolean();
  for (size_t Left = R.count(); Left; --Left)
    Options.NoErrors.push_back(static_cast<diag>(R.integer()));
  diagnostics Problems;
  std::optional<manifest::document> Read = manifest::parse(Manifest, "manifest", Problems);
  if (!R.ok() || !Read)
    return "it is damaged";
  Document = std::move(*Read);
  for (const manifest::kernel &K : Document.kernels) {
    LibraryKernel Kernel;
    readKernel(R, Kernel);
    Library.insert(K.symbol, std::move(Kernel));
  }
  if (!R.done())
    return "it is damaged";
  std::unique_ptr<Target> T;
  if (Error E = createTarget(TargetName).moveInto(T))
    return toString(std::move(E));
  Targets.push_back(std::move(T));
  bool Refused = false;
  Jobs = planJobs(Document, Library, Targets, BuildOptions(), Problems, Refused);
  if (!Document.regions.empty())
    erase_if(Jobs, [](const Job &J) { return !J.Region; });
  if (Variant >= Jobs.size() || Jobs[Variant].What != What)
    return "it is damaged";
  Jobs = {std::move(Jobs[Variant])};
  // Names and what other regions need of a kernel come from the whole program.
  Job &J = Jobs.front();
  J.Id = Id;
  J.Entry = Entry;
  J.UsesGroups = UsesGroups;
  J.Plan.Request.FusedName = fusedName(Entry);
  return "";
}

static ExitCode readAndRun(BuildOptions Options, diagnostics &Diags) {
  const std::string &File = Options.Inputs.front();
  std::unique_ptr<MemoryBuffer> Buffer = readInput(File, Diags);
  if (!Buffer)
    return ExitUserError;
  JobInput Input;
  if (std::string Problem = Input.decode(Buffer->getBuffer(), Options); !Problem.empty()) {
    Diags.add(diag::job_input_unusable, "", 0, 0, {File, Problem});
    return ExitUserError;
  }
  Options.JitIr = false; // not of the job
  const Stages Nothing(Options);
  std::vector<JobResult> Results = runJobs(Input.Jobs, Input.Library, Options, Nothing);
  OutputFiles Files;
  Files.add(Options.Output, encodeStoredResult(Results.front()));
  return Files.commit(File, Diags) ? ExitOk : ExitUserError;
}

ExitCode runJobInput(const BuildOptions &Options, raw_ostream &Err) {
  diagnostics Diags;
  return reportAll(readAndRun(Options, Diags), Options, Diags, {}, Err);
}

} // namespace syclfuse::fuser
