// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of jobs, and the inputs that jobs are made from: refused, or the same bytes when written again. The checksum
// of an input is made right, since it would refuse nearly everything.
#include "Driver/JobFolder/JobInput.h"
#include "Driver/JobFolder/SealedFile.h"
#include "Driver/Output/JobResult.h"
#include "Driver/Process/ByteStream.h"

#include <cstdlib>

using namespace llvm;
using namespace syclfuse::fuser;

static void demand(bool Holds) {
  if (!Holds)
    std::abort();
}

static void checkInput(StringRef Rest) {
  ByteWriter W;
  W(producerName());
  const std::string Bytes = seal(JobInputLetters, JobInputVersion, W.take() + Rest.str());
  JobInput Input;
  BuildOptions Options;
  if (Input.decode(Bytes, Options).empty())
    demand(encodeJobInput(Input.Work, Input.Library, Options) == Bytes);
}

// The input of a kernel's job with any bytes in its place.
static void checkInputAround(StringRef Code) {
  ByteWriter W;
  const uint64_t Nothing = 0, One = 1;
  const std::string Empty, Symbol = "k";
  // Id, Entry, What and place; its launch; the request; the rest of its plan; options; the kernel.
  W(std::string("native"), Empty, Empty, Empty, Empty, Nothing, Nothing);
  W(Nothing, One, Nothing, Nothing);
  W(Empty, One, Symbol, Nothing, Nothing, Nothing, Nothing, Nothing, Nothing, Nothing, Nothing);
  W(Nothing, Nothing, Nothing, Nothing, One, Nothing, Nothing);
  W(Nothing, Nothing, Nothing, Nothing, Nothing);
  W(Nothing, Nothing, Nothing);
  checkInput(W.take() + Code.str());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  JobResult Result;
  if (decodeResult(Bytes, Result))
    demand(encodeResult(Result) == Bytes);
  checkInput(Bytes);
  checkInputAround(Bytes);
  return 0;
}
