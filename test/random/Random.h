// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decisions of the generators: the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <random>

namespace syclfuse::fuser::sequence {

struct Random {
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  unsigned below(uint64_t N) { return static_cast<unsigned>(Engine() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  std::mt19937_64 Engine;
};

} // namespace syclfuse::fuser::sequence
