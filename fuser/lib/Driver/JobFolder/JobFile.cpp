// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobFile.h"
#include "Driver/Process/Wire.h"

#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace syclfuse::fuser {

// Magic, version, checksum of all that follows, producer, …
static constexpr StringLiteral Magic = "SFUSEJOB";

JobFile makeJobFile(const BuildOptions &Options, const BuildPlan &Plan, size_t Job, JobResult Result) {
  JobFile File;
  const manifest::document &Document = Plan.Manifests.Document;
  File.Producer = producerName();
  File.Fingerprint = Plan.fingerprint(Options);
  File.Manifest = manifest::to_json(Document);
  File.Planned = Plan.Remarks;
  File.Refused = Plan.Refused;
  for (const fuser::Job &J : Plan.Jobs) {
    bool IsRegion = J.Region;
    size_t Index = IsRegion ? J.Region - Document.regions.data() : J.Kernel - Document.kernels.data();
    File.Jobs.push_back({J.Id, J.What, J.On->name().str(), IsRegion, Index});
  }
  File.Job = Job;
  File.Result = std::move(Result);
  return File;
}

std::string encodeJobFile(const JobFile &File) {
  WireWriter W;
  W.text(File.Producer);
  W.text(File.Fingerprint);
  W.text(File.Manifest);
  W.diags(File.Planned);
  W.integer(File.Refused);
  W.integer(File.Jobs.size());
  for (const JobFile::PlannedJob &J : File.Jobs) {
    W.text(J.Id);
    W.text(J.What);
    W.text(J.Target);
    W.integer(J.IsRegion);
    W.integer(J.Index);
  }
  W.integer(File.Job);
  W.text(encodeResult(File.Result));
  std::string Payload = W.take();
  WireWriter Header;
  Header.bytes(Magic.data(), Magic.size());
  Header.integer(ResultFormatVersion);
  Header.integer(xxh3_64bits(Payload));
  return Header.take() + Payload;
}

static bool readPayload(WireReader &R, JobFile &Out) {
  Out.Fingerprint = R.text();
  Out.Manifest = R.text();
  Out.Planned = R.diags();
  Out.Refused = R.boolean();
  Out.Jobs.resize(R.count(5 * sizeof(uint64_t)));
  for (JobFile::PlannedJob &J : Out.Jobs) {
    J.Id = R.text();
    J.What = R.text();
    J.Target = R.text();
    J.IsRegion = R.boolean();
    J.Index = R.integer();
  }
  Out.Job = R.integer();
  if (Out.Job >= Out.Jobs.size())
    R.fail();
  std::string Result = R.text();
  return R.done() && decodeResult(Result, Out.Result);
}

std::string decodeJobFile(StringRef Bytes, JobFile &Out) {
  if (!Bytes.consume_front(Magic))
    return "it is no result file of sycl-fuse build --job";
  WireReader R(Bytes);
  uint64_t Version = R.integer(), Checksum = R.integer();
  if (R.ok() && Version != ResultFormatVersion)
    return "its format is version " + std::to_string(Version) + ", needed: " + std::to_string(ResultFormatVersion);
  if (!R.ok() || xxh3_64bits(R.rest()) != Checksum)
    return "it is damaged";
  Out.Producer = R.text();
  if (R.ok() && Out.Producer != producerName())
    return "it is of " + Out.Producer + ", needed: " + producerName();
  return readPayload(R, Out) ? "" : "it is damaged";
}

} // namespace syclfuse::fuser
