// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundles of the process. Libraries come and go: what is known of the kernels of one stays until it is closed,
// whatever others do, and is freed then. An index that is out of date is freed when nobody reads it any more.
#pragma once

#include "core/bundles/snapshot.hpp"
#include "sycl/detail/command.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sycl::detail {

class registry {
public:
  static registry &instance(); // never destroyed
  void add(const sycl_fuse_registration *) noexcept;
  // Adds what was fused at run time to the library whose kernel has this number. False if that was closed meanwhile.
  bool add_fused(const sycl_fuse_registration *, std::uint64_t kernel_id) noexcept;
  // When it returns, nobody reads what was registered. If that takes longer than `patience`, a warning says so.
  void remove(const sycl_fuse_registration *, std::chrono::milliseconds patience = std::chrono::seconds(30)) noexcept;
  // The node of a kernel, never null, cached in its kernel_info: that of its own library, else of memory that belongs
  // to none; of another library only if the linker has made kernels of this name one. That library then stays loaded.
  // Must not be called while a snapshot is leased.
  kernel_node *find(kernel_info &info) {
    if (info.seen.load(std::memory_order_acquire) == generation_.load(std::memory_order_acquire))
      return info.node.load(std::memory_order_acquire);
    return find_slow(info);
  }

  // Keeps a library from being closed, also if it is only known to have been `object` at `path` a moment ago.
  void keep_loaded(const void *object, const std::string &path);

  // Another number when bundles have come or gone; never 0.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

private:
  friend class snapshot_lease;
  kernel_node *find_slow(kernel_info &);
  // With the lock held:
  library *library_at(const void *object);
  kernel_node *node_of(const kernel_info &, const void *object, bool shared_name);
  void refresh();
  void outdate();
  void free_unread();
  // Without it:
  // Waits for those who still read what was retired up to this generation.
  void wait_for_readers(std::uint64_t generation, std::chrono::milliseconds patience);

  const snapshot *protect(std::atomic<const snapshot *> &slot);
  // Under process_lock::registry:
  std::vector<std::unique_ptr<library>> libraries_; // in the order of their first bundles
  std::vector<const sycl_fuse_registration *> warned_;
  // Kernels of no bundle, by copies of their symbols: the library that has the kernel may be closed.
  std::unordered_map<std::string, std::unique_ptr<kernel_node>> unknown_;
  // Snapshots that somebody may still read, each with the generation that made it out of date.
  std::vector<std::pair<std::uint64_t, std::unique_ptr<const snapshot>>> retired_;
  std::unique_ptr<const snapshot> owned_; // what current_ points to
  std::atomic<std::uint64_t> generation_{1};
  std::atomic<const snapshot *> current_{nullptr}; // null: out of date
};

} // namespace sycl::detail
