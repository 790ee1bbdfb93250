// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The signature of a region: what the runtime looks a sequence of submissions up by. It covers the ordered
// kernel names, range kinds and dimensions, the promotion hints of the accessors and the barrier flag. A hash only
// finds candidates; the runtime compares the rest for equality.
#pragma once

#include "syclfuse/kinds.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace syclfuse {

// 64-bit FNV-1a.
constexpr std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325ull) {
  for (char c : bytes)
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return seed;
}

// Builds a signature hash from left to right: for each submission add(hash_bytes(symbol), kind, dimensions) and then,
// for each accessor parameter of its kernel in order, add_promotion; at the end finish(barriers).
class signature_builder {
public:
  constexpr void add(std::uint64_t symbol_hash, range_kind kind, unsigned dimensions) {
    mix(symbol_hash);
    mix((static_cast<std::uint64_t>(kind) << 8) | dimensions);
  }
  constexpr void add_promotion(promotion p) { mix(0x100 + static_cast<std::uint64_t>(p)); }
  constexpr std::uint64_t finish(bool barriers) {
    mix(barriers ? 2 : 1);
    return state_;
  }

private:
  constexpr void mix(std::uint64_t v) {
    state_ ^= v + 0x9e3779b97f4a7c15ull + (state_ << 12) + (state_ >> 4);
    state_ *= 0xff51afd7ed558ccdull;
    state_ ^= state_ >> 33;
  }
  std::uint64_t state_ = 0x5359434c46555345ull; // "SYCLFUSE"
};

// One submission as the signature sees it. `promotions`: one hint per accessor parameter of the kernel, in the order of
// the kernel's parameters; none for an accessor without a hint.
struct signature_submission {
  std::uint64_t symbol_hash = 0; // hash_bytes(symbol)
  range_kind kind = range_kind::range;
  unsigned dimensions = 1; // 1 for single_task
  std::vector<promotion> promotions;
};

// The signature of a region. Manifest and bundle builder both come through here, so that they agree.
inline std::uint64_t region_signature(const std::vector<signature_submission> &submissions, bool barriers) {
  signature_builder builder;
  for (const signature_submission &s : submissions) {
    builder.add(s.symbol_hash, s.kind, s.dimensions);
    for (promotion p : s.promotions)
      builder.add_promotion(p);
  }
  return builder.finish(barriers);
}

} // namespace syclfuse
