// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether two accesses by different work-items meet.
#pragma once

#include "Analysis/Addresses/LaunchCoordinates.h"

#include "llvm/ADT/MapVector.h"

#include <vector>

namespace syclfuse::fuser {

// What one access touches: [Offset, Offset + Size) of its memory, in each work-item that fulfils the guards.
struct AccessForm {
  std::optional<Form> Offset; // bytes; nothing if it is not known
  uint64_t Size = 0;          // bytes; 0 if it is not known
  std::vector<Constraint> Guards;
  // Whether each work-item that fulfils the guards makes the access, for each value of the loops; else some may.
  bool Complete = false;

  bool operator==(const AccessForm &O) const {
    return Offset == O.Offset && Size == O.Size && Guards == O.Guards && Complete == O.Complete;
  }
};

enum class Crossing { Items, Groups };
enum class Meets { Never, Always, Unknown }; // Always: two such work-items exist in each launch that is large enough

// Whether A by one work-item and B by another one, of another group if that is asked, touch a common byte. Effort is
// what may be spent yet, in steps of about 10 µs, and counts down: kernels with many accesses must not take longer than
// their share. Without any left the answer is Unknown.
Meets accessesMeet(const AccessForm &A, const AccessForm &B, Crossing Over, const LaunchCoordinates &C,
                   unsigned &Effort);

} // namespace syclfuse::fuser
