// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sequences of kernels as device IR. Each work-item touches its own elements only, Ratio of each buffer, and
// writes all its elements of a temporary before it reads one, so that fusing and internalizing the sequence must not
// change a bit.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace syclfuse::fuser::test {

enum class Element { I32, F32, F64, Pair };

struct Buffer {
  Element Type = Element::I32;
  unsigned Ratio = 1; // elements per work-item
  bool Temporary = false;
};

unsigned elementSize(Element E);
const char *elementName(Element E);

// A kernel's closure: pointers to Buffers in order, then an i32, a float, four i32.
struct Kernel {
  std::string Name;
  std::vector<unsigned> Buffers;
  int32_t Integer = 0;
  float Float = 0;
  int32_t Table[4] = {};

  unsigned integerOffset() const { return 8 * Buffers.size(); }
  unsigned closureSize() const { return integerOffset() + 24; }
};

struct Sequence {
  std::vector<Buffer> Buffers;
  std::vector<Kernel> Kernels;
  std::string IR;
};

Sequence randomSequence(uint64_t Seed);

} // namespace syclfuse::fuser::test
