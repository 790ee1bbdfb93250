// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace syclfuse::fuser {

struct AccessView;
struct MemoryAccess;

// The bytes that a work-item of a kernel moves between memory and the processor, as if no cache kept anything from
// one kernel to the next: neighbours in an array are read once. What all work-items share counts as nothing.
struct KernelTraffic {
  uint64_t Read = 0, Written = 0;
  uint64_t Again = 0; // read or written after an earlier submission of the function touched it
  uint64_t Arrays = 0,
           Gathered = 0; // arrays read at addresses that nothing tells, and the bytes of one element of each
};

// By submission; what belongs to none is the first one's. View: whole ids.
std::vector<KernelTraffic> trafficOf(llvm::ArrayRef<MemoryAccess> Accesses, const AccessView &View,
                                     unsigned Submissions);
// For all submissions together: what a later one touches again is there still, and an array is gathered from once.
KernelTraffic totalTrafficOf(llvm::ArrayRef<MemoryAccess> Accesses, const AccessView &View, unsigned Submissions);

} // namespace syclfuse::fuser
