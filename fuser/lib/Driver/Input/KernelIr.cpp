// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelIr.h"

#include "llvm/Support/Compression.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
enum Packing : unsigned char { Plain = 0, Zlib = 1, Zstd = 2 };
// The most that a damaged size may make us allocate.
constexpr uint64_t MaxSize = uint64_t(1) << 30;
} // namespace

static bool fromBytes(StringRef Bytes, LibraryKernel &Out) {
  ByteReader R(Bytes);
  R(Out);
  return R.done();
}

std::vector<unsigned char> encodeKernelIr(const LibraryKernel &Kernel) {
  ByteWriter Contents, Header;
  Contents(Kernel);
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
  Header(How, Bytes.size());
  const std::string Front = Header.take();
  std::vector<unsigned char> Result(Front.begin(), Front.end());
  Result.insert(Result.end(), Packed.begin(), Packed.end());
  return Result;
}

bool decodeKernelIr(StringRef Bytes, LibraryKernel &Out) {
  ByteReader R(Bytes);
  const uint64_t How = R.read<uint64_t>(), Size = R.read<uint64_t>();
  if (!R.ok() || Size > MaxSize)
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
