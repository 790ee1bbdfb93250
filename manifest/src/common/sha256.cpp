// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/sha256.hpp"

#include <algorithm>
#include <cstring>

namespace syclfuse {
namespace {

// FIPS 180-4, 4.2.2.
constexpr std::uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t rotate(std::uint32_t x, unsigned n) { return (x >> n) | (x << (32 - n)); }

} // namespace

// FIPS 180-4, 6.2.2.
void sha256::block(const std::uint8_t *bytes) {
  std::uint32_t w[64];
  for (unsigned i = 0; i < 16; ++i)
    w[i] = std::uint32_t(bytes[4 * i]) << 24 | std::uint32_t(bytes[4 * i + 1]) << 16 |
           std::uint32_t(bytes[4 * i + 2]) << 8 | bytes[4 * i + 3];
  for (unsigned i = 16; i < 64; ++i) {
    const std::uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint32_t t1 =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
    const std::uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::uint32_t sum[8] = {a, b, c, d, e, f, g, h};
  for (unsigned i = 0; i < 8; ++i)
    state_[i] += sum[i];
}

sha256 &sha256::add(const void *data, std::size_t size) {
  const auto *bytes = static_cast<const std::uint8_t *>(data);
  while (size) {
    const std::size_t used = size_ % 64, part = std::min(size, 64 - used);
    if (part == 64) {
      block(bytes);
    } else {
      std::memcpy(pending_ + used, bytes, part);
      if (used + part == 64)
        block(pending_);
    }
    size_ += part;
    bytes += part;
    size -= part;
  }
  return *this;
}

sha256 &sha256::add_text(std::string_view text) {
  const std::uint64_t size = text.size();
  return add(&size, sizeof(size)).add(text);
}

sha256_digest sha256::finish() {
  const std::uint64_t bits = size_ * 8;
  const std::uint8_t one = 0x80, zeros[64] = {};
  add(&one, 1);
  add(zeros, (120 - size_ % 64) % 64);
  std::uint8_t length[8];
  for (unsigned i = 0; i < 8; ++i)
    length[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
  add(length, sizeof(length));
  sha256_digest digest;
  for (unsigned i = 0; i < 32; ++i)
    digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string to_hex(const sha256_digest &digest) {
  std::string text;
  for (std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

} // namespace syclfuse
