// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL_FUSE_STATS: what became of each region, as a table on stderr or a file of JSON (syclfuse/statistics.hpp) when
// the process ends by exit() or by returning from main, from whichever thread, after the destructors of static objects.
// Without it one comparison per region. Thread-safe.
#pragma once

#include "core/bundles/choice.hpp"
#include "core/process/env.hpp"
#include "syclfuse/diagnostic.hpp"

#include <cstdint>
#include <string>

namespace sycl::detail {

inline bool counting() { return env().stats.on; }

// A region has ended. `name`, `file` (may be null) and `line`: its name, and where it begins; `outcome`: enum
// fusion_outcome; `automatic`: nobody has asked for it; `launch_ns`: from its completion to when its launches were
// enqueued (native: had run), 0 if that is not known.
void count_region(const std::string &name, const char *file, unsigned line, int outcome, bool automatic,
                  syclfuse::diag reason, std::uint64_t launch_ns);

// Why kernels were not held any longer: their sequence was complete; a kernel came that goes on with none; any other
// command; a wait for the queue; a look at an event, or a command of another queue; free, fork, the end of the queue or
// the process; the time.
enum class end_of_holding : unsigned { complete, kernel, command, wait, event, program, time };
// `ns`: how long.
void count_holding(end_of_holding, std::size_t kernels, std::uint64_t ns);

// SYCL_FUSE_TIMES: whether a region for which this was chosen is to run fused now, or kernel by kernel; none: it is not
// timed.
enum class turn { none, fused, unfused };
turn turn_of(const choice &);
// It has run so, and took so long.
void add_time(const choice &, turn, std::uint64_t ns);

} // namespace sycl::detail
