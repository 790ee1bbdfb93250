// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading the index of all regions.
#pragma once

#include "core/bundles/snapshot.hpp"

namespace sycl::detail {

struct reader_slot;

// While it lives, what the snapshot shows stays, also of libraries that are being closed: closing waits, and holds the
// dynamic linker's lock. So nothing that may want that lock (registry::find, loading a kernel) may be done meanwhile.
// May be nested.
class snapshot_lease {
public:
  snapshot_lease();
  ~snapshot_lease();
  snapshot_lease(const snapshot_lease &) = delete;
  const snapshot *operator->() const { return snapshot_; }
  const snapshot &operator*() const { return *snapshot_; }

private:
  reader_slot *slot_;
  const snapshot *snapshot_;
};

} // namespace sycl::detail
