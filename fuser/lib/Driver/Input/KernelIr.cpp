// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelIr.h"

#include "Driver/Process/Wire.h"

#include "llvm/Support/Compression.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
enum Packing : unsigned char { Plain = 0, Zlib = 1, Zstd = 2 };
// What a damaged size may make us allocate.
constexpr uint64_t MaxSize = uint64_t(1) << 30;
} // namespace

void writeKernel(WireWriter &W, const LibraryKernel &Kernel) {
  W.integer(Kernel.Arguments.size());
  for (const ArgumentSource &A : Kernel.Arguments)
    for (unsigned Value : {unsigned(A.Source), A.Submission, A.Offset, A.Size})
      W.integer(Value);
  W.integer((Kernel.UsesGroups ? 1 : 0) | (Kernel.FoldsExactly ? 2 : 0));
  W.text(Kernel.Bitcode);
}

void readKernel(WireReader &R, LibraryKernel &Out) {
  Out.Arguments.resize(R.count(4 * sizeof(uint64_t)));
  for (ArgumentSource &A : Out.Arguments) {
    A.Source = argument_source(R.integerUpTo(unsigned(argument_source::local_memory)));
    A.Submission = R.integer();
    A.Offset = R.integer();
    A.Size = R.integer();
  }
  const unsigned Facts = R.integerUpTo(3);
  Out.UsesGroups = Facts & 1;
  Out.FoldsExactly = Facts & 2;
  Out.Bitcode = R.text();
}

static bool fromBytes(StringRef Bytes, LibraryKernel &Out) {
  WireReader R(Bytes);
  readKernel(R, Out);
  return R.done();
}

std::vector<unsigned char> encodeKernelIr(const LibraryKernel &Kernel) {
  WireWriter Contents, Header;
  writeKernel(Contents, Kernel);
  const std::string Bytes = Contents.take();
  SmallVector<uint8_t, 0> Packed;
  Packing How = Plain;
  if (compression::zstd::isAvailable()) {
    How = Zstd;
    compression::zstd::compress(arrayRefFromStringRef(Bytes), Packed);
  } else if (compression::zlib::isAvailable()) {
    How = Zlib;
    compression::zlib::compress(arrayRefFromStringRef(Bytes), Packed);
  } else {
    Packed.assign(Bytes.begin(), Bytes.end());
  }
  Header.integer(How);
  Header.integer(Bytes.size());
  const std::string Front = Header.take();
  std::vector<unsigned char> Result(Front.begin(), Front.end());
  Result.insert(Result.end(), Packed.begin(), Packed.end());
  return Result;
}

bool decodeKernelIr(StringRef Bytes, LibraryKernel &Out) {
  WireReader R(Bytes);
  const uint64_t How = R.integerUpTo(Zstd), Size = R.integerUpTo(MaxSize);
  if (!R.ok())
    return false;
  if (How == Plain)
    return R.rest().size() == Size && fromBytes(R.rest(), Out);
  SmallVector<uint8_t, 0> Unpacked;
  const ArrayRef<uint8_t> Packed = arrayRefFromStringRef(R.rest());
  Error Problem = Error::success();
  if (How == Zstd && compression::zstd::isAvailable())
    Problem = compression::zstd::decompress(Packed, Unpacked, Size);
  else if (How == Zlib && compression::zlib::isAvailable())
    Problem = compression::zlib::decompress(Packed, Unpacked, Size);
  else
    return false;
  if (Problem) {
    consumeError(std::move(Problem)); // damage is all that the caller has to know
    return false;
  }
  return Unpacked.size() == Size && fromBytes(toStringRef(Unpacked), Out);
}

} // namespace syclfuse::fuser
