// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobStore.h"
#include "Driver/Input/KernelIr.h"
#include "Driver/Process/Wire.h"
#include "JobFile.h"
#include "JobGraph.h"
#include "JobInput.h"

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
static constexpr StringLiteral ResultExtension = ".result", InputExtension = ".input";

std::string encodeStoredResult(const JobResult &Result) {
  const std::string Payload = encodeResult(Result);
  WireWriter W;
  W.bytes(Magic.data(), Magic.size());
  W.integer(ResultFormatVersion);
  W.integer(xxh3_64bits(Payload));
  return W.take() + Payload;
}

manifest::document partOf(const Job &J, const manifest::document &Document) {
  manifest::document Part;
  if (J.Region)
    Part.regions.push_back(*J.Region);
  for (const manifest::kernel &K : Document.kernels)
    if (&K == J.Kernel ||
        (J.Region && any_of(J.Region->submissions, [&](const auto &S) { return S.kernel == K.symbol; })))
      Part.kernels.push_back(K);
  return Part;
}

namespace {
class Store {
public:
  Store(const BuildPlan &Plan, const BuildOptions &Options) : Plan(Plan), Options(Options) {
    for (const std::unique_ptr<Target> &T : Plan.Targets)
      Targets[T.get()] = describe(*T);
  }

  // What the files of a job are called, without extension.
  std::string name(const Job &J) const {
    XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(inputsOf(J)));
    return utohexstr(Hash.high64, /*LowerCase=*/true, 16) + utohexstr(Hash.low64, /*LowerCase=*/true, 16);
  }

  std::string path(const Twine &Name) const {
    SmallString<128> Path(Options.JobDir);
    sys::path::append(Path, Name);
    return Path.str().str();
  }

  // Where the result of a job lies, or would.
  std::string result(const Job &J) const { return path(name(J) + ResultExtension); }

  static bool read(const std::string &Path, JobResult &Result) {
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return false;
    StringRef Bytes = (*Buffer)->getBuffer();
    if (!Bytes.consume_front(Magic))
      return false;
    WireReader R(Bytes);
    const uint64_t Version = R.integer(), Checksum = R.integer();
    return R.ok() && Version == ResultFormatVersion && xxh3_64bits(R.rest()) == Checksum &&
           decodeResult(R.rest(), Result);
  }

  static bool write(const std::string &Path, const JobResult &Result) {
    OutputFiles Files;
    Files.add(Path, encodeStoredResult(Result));
    diagnostics Unwritten; // built again then
    return Files.commit({}, Unwritten);
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

  // Everything that the result of a job depends on: the tool, its options, the kernels, what the manifest says of them
  // and of the region, and which variant it is. Id and Entry alone would not do: they number what has the same name.
  std::string inputsOf(const Job &J) const {
    manifest::document Part = partOf(J, Plan.Manifests.Document);
    for (manifest::region &R : Part.regions)
      R.nd_ranges.clear(); // What tells which of them it is
    WireWriter W;
    W.text(producerName());
    W.text(Targets.at(J.On));
    for (const manifest::kernel &K : Part.kernels)
      writeKernel(W, *Plan.Library.find(K.symbol));
    W.text(manifest::to_json(Part));
    W.text(J.Id);
    W.text(J.Entry);
    W.text(J.What);
    for (bool Flag : {J.UsesGroups, J.Internalize, J.Shape.Constant.has_value(), J.Shape.DistinctPointers,
                      J.Plan.Launch.Heterogeneous, Options.VectorMath, Options.VerifyEach, Options.JitIr})
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
  return Kept.wantsAny() || Kept.wantsAssembly() || Options.TimePasses || !Options.RemarksFile.empty() ||
         !Options.RPass.empty() || !Options.RPassMissed.empty() || !Options.RPassAnalysis.empty();
}

// Reads the results that are there; the others are Missing. Those of jobs that died are for one build only.
static std::vector<JobResult> takeResults(const BuildPlan &Plan, const BuildOptions &Options, const Store &Results,
                                          std::vector<size_t> &Missing) {
  std::vector<JobResult> All(Plan.Jobs.size());
  for (auto [I, J] : enumerate(Plan.Jobs)) {
    const std::string Path = Results.result(J);
    if (!Store::read(Path, All[I]))
      Missing.push_back(I);
    else if (All[I].Died)
      sys::fs::remove(Path);
    if (J.Kernel && Options.JitIr)
      All[I].Ir = encodeKernelIr(*Plan.Library.find(J.Kernel->symbol));
  }
  return All;
}

static std::vector<JobResult> runMissing(const BuildPlan &Plan, const BuildOptions &Options, const Stages &Kept) {
  const Store Results(Plan, Options);
  std::vector<size_t> Missing;
  std::vector<JobResult> All = takeResults(Plan, Options, Results, Missing);
  std::vector<Job> Changed;
  for (size_t I : Missing)
    Changed.push_back(Plan.Jobs[I]);
  std::vector<JobResult> New = runJobs(Changed, Plan.Library, Options, Kept);
  for (auto [Place, J, Result] : zip_equal(Missing, Changed, New)) {
    if (!Result.Died && !Result.Unwritten.has_errors()) {
      std::vector<unsigned char> Ir = std::move(Result.Ir); // not of the job: it is in the plan
      Result.Ir.clear();
      Store::write(Results.result(J), Result);
      Result.Ir = std::move(Ir);
    }
    All[Place] = std::move(Result);
  }
  return All;
}

static bool prepare(const BuildPlan &Plan, const BuildOptions &Options, const Store &Results, diagnostics &Diags) {
  if (std::error_code EC = sys::fs::create_directories(Options.JobDir)) {
    Diags.add(diag::file_not_written, "", 0, 0, {Options.JobDir, EC.message()});
    return false;
  }
  OutputFiles Files;
  std::vector<JobEdge> Edges;
  for (const Job &J : Plan.Jobs) {
    const std::string Name = Results.name(J), Input = Name + InputExtension.str(),
                      Output = Name + ResultExtension.str();
    Edges.push_back({Input, Output, J.What + " for target '" + J.On->name().str() + "'"});
    // The bytes follow from the name: a file that is there stays, and its result is not older.
    if (!sys::fs::exists(Results.path(Input)))
      Files.add(Results.path(Input), encodeJobInput(J, Plan, Options));
    if (JobResult Read; !Store::read(Results.path(Output), Read) || Read.Died)
      sys::fs::remove(Results.path(Output));
  }
  Files.add(Results.path("build.ninja"), ninjaText(Edges, Options));
  Files.add(Results.path("Makefile"), makefileText(Edges, Options));
  return Files.commit({}, Diags);
}

bool prepareJobs(const BuildPlan &Plan, const BuildOptions &Options, diagnostics &Diags) {
  return prepare(Plan, Options, Store(Plan, Options), Diags);
}

static std::optional<std::vector<JobResult>> runByTool(const BuildPlan &Plan, const BuildOptions &Options,
                                                       const Stages &Kept, raw_ostream &Out, diagnostics &Diags) {
  const Store Results(Plan, Options);
  if (!prepare(Plan, Options, Results, Diags))
    return std::nullopt;
  StringMap<const Job *> Jobs; // by their inputs
  for (const Job &J : Plan.Jobs)
    Jobs[Results.name(J) + InputExtension.str()] = &J;
  auto RunJob = [&](StringRef Input) {
    const Job *J = Jobs.lookup(Input);
    return J && Store::write(Results.result(*J), runJob(*J, Plan.Library, Options, Kept));
  };
  if (!runBuildTool(Options, RunJob, Out, Diags))
    return std::nullopt;
  std::vector<size_t> Missing;
  std::vector<JobResult> All = takeResults(Plan, Options, Results, Missing);
  if (Missing.empty())
    return All;
  Diags.add(diag::build_tool_failed, "", 0, 0,
            {Options.BuildTool, "there is no result of job '" + Plan.Jobs[Missing.front()].Id + "'"});
  return std::nullopt;
}

std::optional<std::vector<JobResult>> runChangedJobs(const BuildPlan &Plan, const BuildOptions &Options,
                                                     const Stages &Kept, raw_ostream &Out, diagnostics &Diags) {
  if (wantsMoreThanResults(Options, Kept))
    return runJobs(Plan.Jobs, Plan.Library, Options, Kept);
  if (!Options.BuildTool.empty())
    return runByTool(Plan, Options, Kept, Out, Diags);
  if (sys::fs::create_directories(Options.JobDir))
    return runJobs(Plan.Jobs, Plan.Library, Options, Kept);
  return runMissing(Plan, Options, Kept);
}

void forgetOtherJobs(const BuildPlan &Plan, const BuildOptions &Options) {
  const Store Results(Plan, Options);
  StringSet<> Current;
  for (const Job &J : Plan.Jobs)
    Current.insert(Results.name(J));
  std::error_code EC;
  for (sys::fs::directory_iterator It(Options.JobDir, EC), End; !EC && It != End; It.increment(EC)) {
    const StringRef Extension = sys::path::extension(It->path());
    if ((Extension == ResultExtension || Extension == InputExtension) && !Current.contains(sys::path::stem(It->path())))
      sys::fs::remove(It->path());
  }
}

} // namespace syclfuse::fuser
