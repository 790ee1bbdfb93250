// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a record of accesses to the pairs of instructions by which work-items touch the same bytes, one of them writing.
#pragma once

#include "WorkItems.h"

#include <array>

namespace syclfuse::fuser::oracle {

struct Meeting {
  struct Side {
    uint32_t Instruction = 0;
    bool Writes = false;
    uint32_t Item = 0;
  };
  unsigned Arena = 0;
  int64_t Offset = 0;
  bool CrossesGroups = false; // the work-items are of different groups, else only of one
  Side A, B;
};

// One for each arena and pair of accesses, of different work-items: in different groups if there are such.
std::vector<Meeting> findMeetings(const RunResult &Run, uint64_t GroupSize);

} // namespace syclfuse::fuser::oracle
