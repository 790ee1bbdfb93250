// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobStore.h"

#include "Driver/Input/KernelIr.h"
#include "JobGraph.h"
#include "JobInput.h"
#include "SealedFile.h"

#include "syclfuse/file_trust.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <cerrno>
#include <cstring>
#include <map>
#include <unistd.h>

using namespace llvm;

namespace syclfuse::fuser {

static constexpr StringLiteral Letters = "SFUSERES";

std::string encodeStoredResult(const JobResult &Result, StringRef Key) {
  return seal(Letters, ResultFormatVersion, Key.str() + encodeResult(Result));
}

// False if it is not there, damaged, of another job, or made with other tools.
static bool readResult(const std::string &Path, StringRef Key, JobResult &Result) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return false;
  StringRef Bytes = (*Buffer)->getBuffer();
  return unseal(Letters, ResultFormatVersion, Bytes).empty() && Bytes.consume_front(Key) && decodeResult(Bytes, Result);
}

// By the bytes: the same program may have another path or date elsewhere.
static std::string hashOfTools(const Target &T, const BuildOptions &Options) {
  ByteWriter W;
  for (const std::string &File : T.files(targetOptions(Options))) {
    auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    W(Buffer ? xxh3_64bits((*Buffer)->getBuffer()) : uint64_t(0));
  }
  return W.take();
}

static std::string keyOf(StringRef Input, StringRef Tools) {
  const std::string Bytes = (Input + Tools).str();
  const XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(Bytes));
  return utohexstr(Hash.high64, /*LowerCase=*/true, 16) + utohexstr(Hash.low64, /*LowerCase=*/true, 16);
}

std::string keyOfJob(StringRef Input, const Target &T, const BuildOptions &Options) {
  return keyOf(Input, hashOfTools(T, Options));
}

JobStore::JobStore(const BuildPlan &Plan, const BuildOptions &Options) : Plan(Plan), Options(Options) {
  std::map<const Target *, std::string> Tools;
  for (const std::unique_ptr<Target> &T : Plan.Targets)
    Tools[T.get()] = hashOfTools(*T, Options);
  for (const Job &J : Plan.Jobs)
    Names.push_back(keyOf(encodeJobInput(J, Plan.Library, Options), Tools[J.On]));
}

std::string JobStore::path(const Twine &Name) const {
  SmallString<128> Path(Options.JobDir);
  sys::path::append(Path, Name);
  return Path.str().str();
}

static bool wantsMoreThanResults(const BuildOptions &Options, const Stages &Kept) {
  return Kept.wantsAny() || Kept.wantsAssembly() || Options.TimePasses || !Options.RemarksFile.empty() ||
         !Options.RPass.empty() || !Options.RPassMissed.empty() || !Options.RPassAnalysis.empty();
}

bool JobStore::readResult(size_t I, JobResult &Result) const {
  return fuser::readResult(path(resultName(I)), Names[I], Result);
}

bool JobStore::writeResult(size_t I, const JobResult &Result) const {
  OutputFiles Files;
  Files.add(path(resultName(I)), encodeStoredResult(Result, Names[I]));
  diagnostics Unwritten; // built again then
  return Files.commit({}, Unwritten);
}

// What is in the folder becomes code of the program, and whoever may write to it can compute every checksum.
static std::string reasonForDistrust(const std::string &Folder) {
  struct stat S;
  if (::stat(Folder.c_str(), &S) != 0)
    return std::strerror(errno);
  if (S.st_uid != ::geteuid())
    return "it belongs to another user, and what is there would become code of the program";
  if (others_may_write(S))
    return "others may write to it, and what is there would become code of the program";
  return "";
}

// No other user may write to a folder that is made here, whatever the process allows for its files.
static std::error_code makeFolder(const std::string &Folder) {
  return sys::fs::create_directories(Folder, /*IgnoreExisting=*/true, sys::fs::perms(0755));
}

bool JobStore::mayUseFolder(diagnostics &Diags) const {
  const std::string Why = reasonForDistrust(Options.JobDir);
  if (!Why.empty())
    Diags.add(diag::file_not_written, "", 0, 0, {Options.JobDir, Why});
  return Why.empty();
}

// Reads the results that are there; the others are Missing. Those of jobs that died are for one build only.
std::vector<JobResult> JobStore::read(std::vector<size_t> &Missing) const {
  std::vector<JobResult> All(Plan.Jobs.size());
  for (auto [I, J] : enumerate(Plan.Jobs)) {
    if (!readResult(I, All[I]))
      Missing.push_back(I);
    else if (All[I].Died)
      sys::fs::remove(path(resultName(I)));
    if (J.Kernel && Options.JitIr)
      All[I].Ir = encodeKernelIr(*Plan.Library.find(J.Kernel->symbol));
  }
  return All;
}

std::vector<JobResult> JobStore::runMissing(const Stages &Kept) const {
  std::vector<size_t> Missing;
  std::vector<JobResult> All = read(Missing);
  std::vector<Job> Changed;
  for (size_t I : Missing)
    Changed.push_back(Plan.Jobs[I]);
  for (auto [I, Result] : zip_equal(Missing, compileJobs(Changed, Plan.Library, Options, Kept))) {
    std::vector<unsigned char> Ir = std::move(Result.Ir); // not of the job: it is in the plan
    Result.Ir.clear();
    if (!Result.Died && !Result.Unwritten.has_errors())
      writeResult(I, Result);
    All[I] = std::move(Result);
    All[I].Ir = std::move(Ir);
  }
  return All;
}

bool JobStore::prepare(diagnostics &Diags) const {
  if (std::error_code EC = makeFolder(Options.JobDir)) {
    Diags.add(diag::file_not_written, "", 0, 0, {Options.JobDir, EC.message()});
    return false;
  }
  if (!mayUseFolder(Diags))
    return false;
  OutputFiles Files;
  std::vector<JobEdge> Edges;
  for (auto [I, J] : enumerate(Plan.Jobs)) {
    const std::string Input = path(inputName(I));
    Edges.push_back({inputName(I), resultName(I), J.What + " for target '" + J.On->name().str() + "'"});
    // The bytes follow from the name: a file that is there stays, and its result is not older.
    if (!sys::fs::exists(Input))
      Files.add(Input, encodeJobInput(J, Plan.Library, Options));
    if (JobResult Read; !readResult(I, Read) || Read.Died)
      sys::fs::remove(path(resultName(I)));
  }
  Files.add(path("build.ninja"), ninjaText(Edges, Options));
  Files.add(path("Makefile"), makefileText(Edges, Options));
  return Files.commit({}, Diags);
}

std::optional<std::vector<JobResult>> JobStore::runByTool(const Stages &Kept, raw_ostream &Out,
                                                          diagnostics &Diags) const {
  if (!prepare(Diags))
    return std::nullopt;
  StringMap<size_t> Jobs; // by their inputs
  for (size_t I = 0; I != Names.size(); ++I)
    Jobs[inputName(I)] = I;
  auto RunJob = [&](StringRef Input) {
    auto Found = Jobs.find(Input);
    return Found != Jobs.end() &&
           writeResult(Found->second, compileJob(Plan.Jobs[Found->second], Plan.Library, Options, Kept));
  };
  if (!runBuildTool(Options, RunJob, Out, Diags))
    return std::nullopt;
  std::vector<size_t> Missing;
  std::vector<JobResult> All = read(Missing);
  if (Missing.empty())
    return All;
  Diags.add(diag::build_tool_failed, "", 0, 0,
            {Options.BuildTool,
             "there is no result of job '" + Plan.Jobs[Missing.front()].Id + "' that was made with the same tools"});
  return std::nullopt;
}

std::optional<std::vector<JobResult>> JobStore::run(const Stages &Kept, raw_ostream &Out, diagnostics &Diags) const {
  if (wantsMoreThanResults(Options, Kept))
    return compileJobs(Plan.Jobs, Plan.Library, Options, Kept);
  if (!Options.BuildTool.empty())
    return runByTool(Kept, Out, Diags);
  if (makeFolder(Options.JobDir))
    return compileJobs(Plan.Jobs, Plan.Library, Options, Kept);
  if (!mayUseFolder(Diags))
    return std::nullopt;
  return runMissing(Kept);
}

void JobStore::forgetOthers() const {
  StringSet<> Current;
  for (const std::string &Name : Names)
    Current.insert(Name);
  std::error_code EC;
  for (sys::fs::directory_iterator It(Options.JobDir, EC), End; !EC && It != End; It.increment(EC)) {
    const StringRef Extension = sys::path::extension(It->path());
    if ((Extension == ".result" || Extension == ".input") && !Current.contains(sys::path::stem(It->path())))
      sys::fs::remove(It->path());
  }
}

} // namespace syclfuse::fuser
