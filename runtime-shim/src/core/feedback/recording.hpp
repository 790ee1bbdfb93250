// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL_FUSE_RECORD: the regions of this process that did not run as a kernel built for them, as a manifest to build
// with. One file, <program>.<process>.fusion.json, written at once when the process ends by exit() or by returning from
// main, from whichever thread; none if there is nothing to write. A directory that cannot be written to costs one
// warning (SF6160).
#pragma once

#include "core/bundles/choice.hpp"
#include "core/process/env.hpp"

namespace sycl::detail {

struct region_segment;

inline bool recording() { return !env().record.text.empty(); }

// Before the first launch of a region that was completed. Keeps what describe_region() says of it, with its ND-ranges,
// unless `chosen` is as good as it gets or another build would not change it. Settles promotion hints that contradict
// each other. Thread-safe.
void record_region(region_segment &, const choice &chosen);

} // namespace sycl::detail
