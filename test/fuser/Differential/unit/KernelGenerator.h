// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random code of one kernel of a sequence.
#pragma once

#include "Sequence.h"

namespace syclfuse::fuser::sequence {

struct Random {
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  unsigned below(uint64_t N) { return static_cast<unsigned>(Engine() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  std::mt19937_64 Engine;
};

// What a kernel does with its buffers, by slot. Shifted ones are read by neighbours and not written.
struct KernelSlots {
  std::vector<unsigned> Readable, Writable, Shifted, Sums;
};

// Writes every element of the writable buffers at least once. K has its buffers.
std::vector<Statement> randomBody(const Sequence &S, const Kernel &K, const KernelSlots &Slots, Random &R);

} // namespace syclfuse::fuser::sequence
