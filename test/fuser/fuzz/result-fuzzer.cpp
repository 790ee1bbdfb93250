// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of jobs, the files that hold them and what jobs are made from: refused, or the same bytes when written again.
// The checksum of a file is made right, since it would refuse nearly everything.
#include "Driver/JobFolder/JobFile.h"
#include "Driver/JobFolder/JobInput.h"
#include "Driver/Process/Wire.h"

#include "llvm/Support/xxhash.h"

#include <cstdlib>

using namespace llvm;
using namespace syclfuse::fuser;

static void demand(bool Holds) {
  if (!Holds)
    std::abort();
}

static std::string asFile(StringRef Rest) {
  WireWriter Payload;
  Payload.text(producerName());
  std::string Bytes = Payload.take() + Rest.str();
  WireWriter Header;
  Header.bytes("SFUSEJOB", 8);
  Header.integer(ResultFormatVersion);
  Header.integer(xxh3_64bits(Bytes));
  return Header.take() + Bytes;
}

static void checkFile(StringRef Bytes) {
  JobFile File;
  if (decodeJobFile(Bytes, File).empty())
    demand(encodeJobFile(File) == Bytes && File.Job < File.Jobs.size());
}

static void readJobInput(StringRef Rest) {
  WireWriter Payload;
  Payload.text(producerName());
  const std::string Bytes = Payload.take() + Rest.str();
  WireWriter Header;
  Header.bytes("SFUSEINP", 8);
  Header.integer(JobInputVersion);
  Header.integer(xxh3_64bits(Bytes));
  JobInput Input;
  BuildOptions Options;
  if (Input.decode(Header.take() + Bytes, Options).empty())
    demand(Input.Jobs.size() == 1);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  JobResult Result;
  if (decodeResult(Bytes, Result))
    demand(encodeResult(Result) == Bytes);
  checkFile(Bytes);
  checkFile(asFile(Bytes));
  readJobInput(Bytes);
  // A whole file with any result in it.
  JobFile File;
  File.Producer = producerName();
  File.Jobs.push_back({"a", "kernel 'a'", "native", false, 0});
  std::string Whole = encodeJobFile(File), Empty = encodeResult({});
  StringRef Head = StringRef(Whole).drop_front(24 + 8 + File.Producer.size()).drop_back(Empty.size() + 8);
  WireWriter W;
  W.text(Bytes);
  checkFile(asFile(Head.str() + W.take()));
  return 0;
}
