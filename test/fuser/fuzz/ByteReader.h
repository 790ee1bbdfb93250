// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decisions from the bytes of a fuzzer. At their end every answer is 0, which callers make the simplest choice.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace syclfuse::fuser {

class ByteReader {
public:
  ByteReader(const uint8_t *Data, size_t Size) : Bytes(Data, Size) {}

  bool empty() const { return Bytes.empty(); }
  uint8_t byte() {
    if (Bytes.empty())
      return 0;
    uint8_t Byte = Bytes.front();
    Bytes = Bytes.drop_front();
    return Byte;
  }
  unsigned below(unsigned Count) { return byte() % Count; }
  // True for Times of 256 bytes.
  bool chance(unsigned Times) { return byte() >= 256 - Times; }
  template <class T, size_t N> const T &oneOf(const T (&Choices)[N]) { return Choices[below(N)]; }
  // Small ones, and those at which arithmetic breaks.
  uint64_t number() {
    static constexpr uint64_t Edges[] = {64,         1000,       4096,       (1u << 16) - 1, 1u << 31, ~uint32_t(0),
                                         1ull << 32, 1ull << 61, 1ull << 63, ~0ull >> 1,     ~0ull,    ~0ull - 3};
    unsigned Choice = byte();
    return Choice < 0xc0 ? Choice % 17 : Edges[Choice % std::size(Edges)];
  }
  // All that is left.
  llvm::StringRef rest() { return {reinterpret_cast<const char *>(Bytes.data()), Bytes.size()}; }
  llvm::StringRef take(size_t Count) {
    llvm::StringRef Taken = rest().take_front(Count);
    Bytes = Bytes.drop_front(Taken.size());
    return Taken;
  }

private:
  llvm::ArrayRef<uint8_t> Bytes;
};

} // namespace syclfuse::fuser
