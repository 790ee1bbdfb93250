// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is kept of each region that ends, for SYCL_FUSE_STATS and SYCL_FUSE_RECORD. Without them one comparison per region.
// Both are written when the process ends by exit() or by returning from main, from whichever thread, after the destructors of the program's
// static objects; not when it crashes or calls _exit().
#pragma once

#include "core/queue_impl.hpp"
#include "core/statistics.hpp"

#include <cstdint>
#include <optional>

namespace sycl::detail {

inline bool observing() { return env().stats || !env().record.empty(); }

// The observation of one region, from when it was completed. Does nothing unless observing().
class observation {
public:
  // Before the first launch: `chosen` is what was decided, `completed` whether the region was not ended early.
  void begin(fusion_region &, const choice &chosen, bool completed);
  // Its launches are enqueued; `outcome` is what it became.
  void end(int outcome, syclfuse::diag reason);

private:
  region_counts *counts_ = nullptr;
  std::uint64_t started_ns_ = 0;
};

} // namespace sycl::detail
