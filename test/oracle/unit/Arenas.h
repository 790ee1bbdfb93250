// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that pointer arguments point to: an arena for each, so far apart that an address tells the argument, also
// where an index leads far out of what a program would have allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace syclfuse::fuser::oracle {

class Arenas {
public:
  explicit Arenas(unsigned Count);
  ~Arenas();
  Arenas(const Arenas &) = delete;

  // Where the argument of this arena points: the middle, so that there is room before it as well.
  unsigned char *origin(unsigned Arena) const { return Base + Arena * Room + Room / 2; }
  // The arena of [At, At + Size), and the offset from its origin.
  std::optional<std::pair<unsigned, int64_t>> find(const void *At, uint64_t Size) const;
  // True if arguments with these values may point into one arena.
  static bool areNear(int64_t A, int64_t B) { return A - B < 2 * Farthest && B - A < 2 * Farthest; }
  // All of it zero.
  void clear();

private:
  // No power of two, so that an index that was read in halves of others does not lead from one arena into the next.
  static constexpr uint64_t Room = (uint64_t(1) << 36) + (uint64_t(0x2a37b) << 12);
  static constexpr int64_t Farthest = int64_t(1) << 33;
  const unsigned Count;
  unsigned char *Base;
};

} // namespace syclfuse::fuser::oracle
