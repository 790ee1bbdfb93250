// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SealedFile.h"

#include "Driver/Process/ByteStream.h"

#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace syclfuse::fuser {

std::string seal(StringRef Letters, uint64_t Version, StringRef Contents) {
  ByteWriter W;
  W(Version, xxh3_64bits(Contents));
  return Letters.str() + W.take() + Contents.str();
}

std::string unseal(StringRef Letters, uint64_t Version, StringRef &Bytes) {
  if (!Bytes.consume_front(Letters))
    return "it was not written by sycl-fuse plan --job-dir";
  ByteReader R(Bytes);
  const uint64_t Found = R.read<uint64_t>(), Checksum = R.read<uint64_t>();
  if (R.ok() && Found != Version)
    return "its format is version " + std::to_string(Found) + ", needed: " + std::to_string(Version);
  Bytes = R.rest();
  return R.ok() && xxh3_64bits(Bytes) == Checksum ? "" : "it is damaged";
}

} // namespace syclfuse::fuser
