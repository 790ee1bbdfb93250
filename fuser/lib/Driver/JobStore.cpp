// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobStore.h"
#include "JobFile.h"
#include "KernelIr.h"
#include "Wire.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

static constexpr StringLiteral Magic = "SFUSERES";
static constexpr StringLiteral Extension = ".result";

namespace {
class Store {
public:
  Store(const BuildPlan &Plan, const BuildOptions &Options) : Plan(Plan), Options(Options) {
    for (const std::unique_ptr<Target> &T : Plan.Targets)
      Targets[T.get()] = describe(*T);
  }

  // Where the result of a job lies, or would.
  std::string path(const Job &J) const {
    XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(inputsOf(J)));
    SmallString<128> Path(Options.JobDir);
    sys::path::append(Path, utohexstr(Hash.high64, /*LowerCase=*/true, 16) + utohexstr(Hash.low64, /*LowerCase=*/true, 16) + Extension);
    return Path.str().str();
  }

  static bool read(const std::string &Path, JobResult &Result) {
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return false;
    StringRef Bytes = (*Buffer)->getBuffer();
    if (!Bytes.consume_front(Magic))
      return false;
    WireReader R(Bytes);
    const uint64_t Version = R.integer(), Checksum = R.integer();
    return R.ok() && Version == ResultFormatVersion && xxh3_64bits(R.rest()) == Checksum && decodeResult(R.rest(), Result);
  }

  static void write(const std::string &Path, const JobResult &Result) {
    const std::string Payload = encodeResult(Result);
    WireWriter W;
    W.bytes(Magic.data(), Magic.size());
    W.integer(ResultFormatVersion);
    W.integer(xxh3_64bits(Payload));
    OutputFiles Files;
    Files.add(Path, W.take() + Payload);
    diagnostics Unwritten; // built again then
    Files.commit({}, Unwritten);
  }

private:
  // The files of a target by their bytes, as in BuildPlan::fingerprint.
  std::string describe(const Target &T) const {
    WireWriter W;
    W.text(T.name());
    for (const std::string &File : T.files(targetOptions(Options))) {
      auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false, /*RequiresNullTerminator=*/false);
      W.integer(Buffer ? xxh3_64bits((*Buffer)->getBuffer()) : 0);
    }
    return W.take();
  }

  // Everything that the result of a job depends on: the tool, its options, the kernels, what the manifest says of them and of
  // the region, and which variant it is. Id and Entry alone would not do: they number what has the same name.
  std::string inputsOf(const Job &J) const {
    manifest::document Part;
    WireWriter W;
    W.text(producerName());
    W.text(Targets.at(J.On));
    if (J.Region) {
      Part.regions.push_back(*J.Region);
      Part.regions.front().nd_ranges.clear(); // What tells which of them it is
    }
    for (const manifest::kernel &K : Plan.Manifests.Document.kernels)
      if (&K == J.Kernel || (J.Region && any_of(J.Region->submissions, [&](const auto &S) { return S.kernel == K.symbol; }))) {
        Part.kernels.push_back(K);
        W.text(Plan.Library.find(K.symbol)->Bitcode);
      }
    W.text(manifest::to_json(Part));
    W.text(J.Id);
    W.text(J.Entry);
    W.text(J.What);
    for (bool Flag : {J.UsesGroups, J.Internalize, J.Shape.Constant.has_value(), J.Shape.DistinctPointers, J.Plan.Launch.Heterogeneous,
                      Options.VectorMath, Options.VerifyEach, Options.JitIr})
      W.integer(Flag);
    for (diag Code : Options.NoErrors)
      W.integer(static_cast<uint64_t>(Code));
    return W.take();
  }

  const BuildPlan &Plan;
  const BuildOptions &Options;
  std::map<const Target *, std::string> Targets;
};
} // namespace

static bool wantsMoreThanResults(const BuildOptions &Options, const Stages &Kept) {
  return Kept.wantsAny() || Kept.wantsAssembly() || Options.TimePasses || !Options.RemarksFile.empty() || !Options.RPass.empty() ||
         !Options.RPassMissed.empty() || !Options.RPassAnalysis.empty();
}

std::vector<JobResult> runChangedJobs(const BuildPlan &Plan, const BuildOptions &Options, const Stages &Kept) {
  if (wantsMoreThanResults(Options, Kept) || sys::fs::create_directories(Options.JobDir))
    return runJobs(Plan.Jobs, Plan.Library, Options, Kept);
  const Store Results(Plan, Options);
  std::vector<JobResult> All(Plan.Jobs.size());
  std::vector<Job> Changed;
  std::vector<size_t> Places;
  for (auto [I, J] : enumerate(Plan.Jobs)) {
    if (Store::read(Results.path(J), All[I])) {
      if (J.Kernel && Options.JitIr)
        All[I].Ir = encodeKernelIr(*Plan.Library.find(J.Kernel->symbol));
      continue;
    }
    Changed.push_back(J);
    Places.push_back(I);
  }
  std::vector<JobResult> New = runJobs(Changed, Plan.Library, Options, Kept);
  for (auto [Place, J, Result] : zip_equal(Places, Changed, New)) {
    if (!Result.Died && !Result.Unwritten.has_errors()) {
      std::vector<unsigned char> Ir = std::move(Result.Ir); // not of the job: it is in the plan
      Result.Ir.clear();
      Store::write(Results.path(J), Result);
      Result.Ir = std::move(Ir);
    }
    All[Place] = std::move(Result);
  }
  return All;
}

void forgetOtherJobs(const BuildPlan &Plan, const BuildOptions &Options) {
  const Store Results(Plan, Options);
  StringSet<> Current;
  for (const Job &J : Plan.Jobs)
    Current.insert(sys::path::filename(Results.path(J)));
  std::error_code EC;
  for (sys::fs::directory_iterator It(Options.JobDir, EC), End; !EC && It != End; It.increment(EC))
    if (StringRef Name = sys::path::filename(It->path()); Name.ends_with(Extension) && !Current.contains(Name))
      sys::fs::remove(It->path());
}

} // namespace syclfuse::fuser
