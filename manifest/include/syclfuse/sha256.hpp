// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256 (FIPS 180-4), for what is found by its contents: device IR, entries of the persistent cache. The runtime has
// no LLVM and needs the same hash as the fuser.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace syclfuse {

using sha256_digest = std::array<std::uint8_t, 32>;

// Takes bytes in any number of pieces; finish() may be called once. Allocates nothing.
class sha256 {
public:
  sha256 &add(const void *data, std::size_t size);
  sha256 &add(std::string_view bytes) { return add(bytes.data(), bytes.size()); }
  // With its length in front, so that neighbouring texts cannot be mistaken for each other.
  sha256 &add_text(std::string_view text);
  sha256_digest finish();

private:
  void block(const std::uint8_t *bytes);
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::uint64_t size_ = 0;
  std::uint8_t pending_[64] = {};
};

inline sha256_digest sha256_of(const void *data, std::size_t size) { return sha256().add(data, size).finish(); }

// 64 lower-case hexadecimal digits.
std::string to_hex(const sha256_digest &);

} // namespace syclfuse
