// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random code of one kernel of a sequence.
#pragma once

#include "Sequence.h"

namespace syclfuse::fuser::sequence {

// What a kernel does with its buffers, by slot. Shifted ones are read by neighbours and not written.
struct KernelSlots {
  std::vector<unsigned> Readable, Writable, Shifted, Sums, Inputs;
};

// What a kernel may contain besides.
struct BodyOptions {
  bool Single = false; // in no sequence: compiled without preparation, returns anywhere
  bool Floats = true;
  bool Strips = false; // uniform control flow and neighbouring accesses only
};

// Writes every element of the writable buffers at least once. K has its buffers.
std::vector<Statement> randomBody(const Sequence &S, const Kernel &K, const KernelSlots &Slots,
                                  const BodyOptions &Options, Random &R);

} // namespace syclfuse::fuser::sequence
