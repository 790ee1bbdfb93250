// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fused kernels for sequences that no bundle has (docs/jit.md): from the persistent cache, or from the JIT
// worker, a process of its own. Until something is asked there is no thread, no process and no look at a file.
#pragma once

#include "core/devices/device_impl.hpp"
#include "core/regions/region_segment.hpp"

namespace sycl::detail {

// For a region that would run unfused for `reason`. True if a bundle with it is there by now, so that it should be
// matched again; if the fuser has refused it, `reason` says so unless it says more. SYCL_FUSE_JIT=async: asks for it in
// the background, once per region and device, and does not wait. sync: waits, at most SYCL_FUSE_JIT_TIMEOUT seconds.
// Never throws but std::bad_alloc; what goes wrong is a warning. Any thread, with no lock held.
bool fuse_at_run_time(const region_segment &, device_impl &, syclfuse::diag &reason);

} // namespace sycl::detail
