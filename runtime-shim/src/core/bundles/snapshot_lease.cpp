// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/snapshot_lease.hpp"

#include "core/bundles/registry.hpp"
#include "core/bundles/snapshot_readers.hpp"

namespace sycl::detail {

snapshot_lease::snapshot_lease() : slot_(slot_of_thread()) {
  if (slot_->depth++ == 0)
    snapshot_ = registry::instance().protect(slot_->reading);
  else
    snapshot_ = slot_->reading.load(std::memory_order_relaxed);
}

snapshot_lease::~snapshot_lease() {
  if (--slot_->depth == 0)
    stop_reading(slot_);
}

} // namespace sycl::detail
