// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime does before a launch: the bytes of each argument, room in local memory.
#pragma once

#include "Sequence.h"

#include "syclfuse/bundle.hpp"

#include <cstring>

namespace syclfuse::fuser::sequence {

class LaunchArguments {
public:
  // First: the kernel that the arguments' submission 0 is. Address(B): where buffer B is on the device.
  template <class F> LaunchArguments(const Sequence &S, unsigned First, F Address) : S(S), First(First) {
    for (const Kernel &K : S.Kernels) {
      std::vector<unsigned char> Closure(K.closureSize());
      for (unsigned Slot = 0; Slot != K.Buffers.size(); ++Slot) {
        const auto At = Address(K.Buffers[Slot]);
        static_assert(sizeof(At) == 8);
        std::memcpy(Closure.data() + 8 * Slot, &At, 8);
      }
      std::memcpy(Closure.data() + K.scalarOffset(0), K.Scalars.data(), 8);
      std::memcpy(Closure.data() + K.shiftOffset(), &S.Shift, 8);
      Closures.push_back(std::move(Closure));
      LocalBytes = std::max(LocalBytes, K.localBytes());
    }
  }

  // In the order of the arguments, each once: local memory is handed out as it is asked for.
  const void *bytesOf(const bundle::argument_record &A, const submitted_range &Launch) {
    const submitted_range &Range = A.submission == bundle::no_index ? Launch : S.Kernels[First + A.submission].Range;
    switch (A.source) {
    case argument_source::closure:
      return Closures[First + A.submission].data() + A.offset;
    case argument_source::global_size:
      return number(Range.global_size[A.offset]);
    case argument_source::global_offset:
      return number(Range.global_offset[A.offset]);
    case argument_source::local_size:
      return number(Range.local_size[A.offset]);
    case argument_source::num_groups:
      return number(Range.global_size[A.offset] / std::max<uint64_t>(1, Range.local_size[A.offset]));
    case argument_source::local_memory: {
      LocalBytes = (LocalBytes + 15) / 16 * 16;
      const void *Offset = number(LocalBytes);
      LocalBytes += A.size ? A.size : A.offset * Launch.local_size[0] * Launch.local_size[1] * Launch.local_size[2];
      return Offset;
    }
    }
    return nullptr;
  }

  uint64_t localBytes() const { return LocalBytes; }

private:
  const void *number(uint64_t N) {
    Numbers.push_back(std::make_unique<uint64_t>(N));
    return Numbers.back().get();
  }

  const Sequence &S;
  const unsigned First;
  uint64_t LocalBytes = 0;
  std::vector<std::vector<unsigned char>> Closures;
  std::vector<std::unique_ptr<uint64_t>> Numbers;
};

} // namespace syclfuse::fuser::sequence
