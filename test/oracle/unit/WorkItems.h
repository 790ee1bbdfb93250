// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an instrumented kernel: all work-items of a launch, each a fiber that yields at barriers, and keeps a record of
// what they access.
#pragma once

#include "Arenas.h"
#include "Hooks.h"

#include <array>
#include <cstdint>
#include <vector>

namespace syclfuse::fuser::oracle {

// SPIR-V order. Without groups each work-item is a group of its own.
struct LaunchSizes {
  unsigned Dims = 1;
  bool Groups = false;
  std::array<uint64_t, 3> Global{1, 1, 1}, Local{1, 1, 1}, Offset{0, 0, 0};

  uint64_t groups(unsigned D) const { return Global[D] / Local[D]; }
  uint64_t groupCount() const { return groups(0) * groups(1) * groups(2); }
  uint64_t groupSize() const { return Local[0] * Local[1] * Local[2]; }
};

struct RecordedAccess {
  uint32_t Item = 0;        // linear, group by group: Item / group size is the group
  uint32_t Instruction = 0; // InstrumentedKernel::Numbers
  int64_t Offset = 0;
  uint32_t Size = 0;
  uint16_t Arena = 0;
  bool Writes = false;
  unsigned char Barriers = 0; // inserted ones that the work-item has passed
};

// Done: to the end. Others are no runs: too many steps, an assumption of the code that does not hold, a barrier that
// not all work-items come to.
enum class RunOutcome : unsigned char { Done, TooLong, Impossible, Diverged };

struct RunResult {
  RunOutcome How = RunOutcome::Done;
  std::vector<RecordedAccess> Accesses;
  uint64_t Strays = 0; // accesses that are in no arena
};

using KernelEntry = void (*)(void **);

struct KernelRun {
  KernelEntry Entry = nullptr;
  void **Arguments = nullptr;
  bool Waits = false;
  uint64_t LocalBytes = 0;
  LaunchSizes Launch;
  std::vector<uint32_t> Groups; // that run; others are left out, of large launches
};

RunResult runWorkItems(const KernelRun &Run, const Arenas &Memory);

} // namespace syclfuse::fuser::oracle
