// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The addresses of one access in all work-items, as affine forms.
#pragma once

#include "Analysis/Addresses/LaunchCoordinates.h"

#include <vector>

namespace syclfuse::fuser {

// What is known of each work-item that makes an access if none of these values overflow.
struct CheckedGuard {
  Constraint Known;
  std::vector<AssumedValue> Relies;
  bool EndsLoop = false; // a loop ends where it does not hold
};

// The bytes that one access touches: [Offset, Offset + Size) of its memory, in each work-item that fulfils the guards.
struct AccessForm {
  std::optional<Form> Offset; // bytes; nothing if it is not known
  uint64_t Size = 0;          // bytes; 0 if it is not known
  std::vector<Constraint> Guards;
  std::vector<Constraint> Certain; // of these, what needs no assumption
  // Where assumptions are allowed, and a run may check them: further guards, from the first that a work-item gets to
  // on, and what the offset relies on.
  std::vector<CheckedGuard> Checked;
  std::vector<AssumedValue> Relies;
  // Each work-item that fulfils the guards makes the access, for each value of the loops. Else some of them may.
  bool Complete = false;

  bool operator==(const AccessForm &O) const {
    return Offset == O.Offset && Size == O.Size && Guards == O.Guards && Complete == O.Complete;
  }
};

// Two work-items that differ, or two that are in different groups.
enum class Crossing { Items, Groups };

} // namespace syclfuse::fuser
