// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundles of the process, and what they hold, by kernel and by region. Reading takes no lock: it works on a snapshot, which is rebuilt
// when bundles have come or gone; old snapshots are kept, since other threads may still read them.
#pragma once

#include "core/variants.hpp"
#include "sycl/detail/command.hpp"
#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sycl::detail {

struct device_impl;

enum class bundle_origin : std::uint8_t { program, jit };

struct loaded_bundle {
  const sycl_fuse_registration *registration = nullptr;
  bundle_origin origin = bundle_origin::program;
  syclfuse::bundle::view view;
};

// An accessor in the closure of a kernel.
struct accessor_place {
  std::uint32_t offset = 0;
  std::uint8_t dimensions = 1;
};

struct kernel_source {
  const loaded_bundle *bundle = nullptr;
  const syclfuse::bundle::kernel_record *record = nullptr;
};

// One kernel, as the bundles of a snapshot know it; of no bundle: an empty list of variants.
struct kernel_node {
  std::uint64_t generation = 0;
  std::string_view symbol, name;
  bool known = false; // some bundle describes it
  bool uses_groups = false; // fused_range.hpp
  std::uint32_t closure_size = 0;
  std::vector<accessor_place> accessors;
  std::vector<std::uint32_t> local_accessors; // offsets in the closure
  std::vector<kernel_source> descriptions; // one of each bundle that has it, variants or not
  std::vector<variant_source> sources;
  device_variants ready; // per device
};

struct region_node {
  std::size_t order = 0; // of registration
  const loaded_bundle *bundle = nullptr;
  const syclfuse::bundle::region_record *record = nullptr;
  std::string_view name;
  struct submission {
    const kernel_node *kernel = nullptr;
    syclfuse::range_kind kind{};
    unsigned dimensions = 1;
    syclfuse::bundle::array_view<syclfuse::bundle::promotion_record> promotions;
  };
  std::vector<submission> submissions;
  std::vector<variant_source> sources;
  device_variants ready;
};

class snapshot {
public:
  std::uint64_t generation = 0;
  bool any_bundle = false, any_refused = false;

  // Never null: a kernel that no bundle has gets a node of its own.
  kernel_node *kernel(const kernel_info &);
  // The regions of a signature.
  std::pair<const std::unique_ptr<region_node> *, const std::unique_ptr<region_node> *> regions(std::uint64_t signature) const;
  // One that begins at a line of a file, of which only the last part of its path counts; null if there is none.
  const region_node *region_at(std::string_view file, unsigned line) const;
  const std::vector<std::unique_ptr<region_node>> &all_regions() const { return regions_; }
  bool built_for(const driver_device &) const;
  // One kernel of this symbol, whatever its closure.
  bool built_for(std::string_view symbol, const driver_device &) const;
  // Its code for any ND-range, if there is one; a null record: none that the device accepts.
  variant_source code_of(std::string_view symbol, const driver_device &) const;
  std::vector<std::string_view> kernel_symbols() const; // each once, in the order of the alphabet

private:
  friend class registry;
  void add(const loaded_bundle &);
  kernel_node *add_kernel(const loaded_bundle &, const syclfuse::bundle::kernel_record &);
  std::vector<std::unique_ptr<loaded_bundle>> bundles_;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<kernel_node>> kernels_; // by hash of the symbol
  std::vector<std::unique_ptr<region_node>> regions_;                            // by signature
  std::mutex unknown_mutex_;
  // By copies of the symbols: the library that has the kernel may be closed.
  std::unordered_map<std::string, std::unique_ptr<kernel_node>> unknown_;
};

class registry {
public:
  static registry &instance(); // never destroyed
  void add(const sycl_fuse_registration *, bundle_origin = bundle_origin::program) noexcept;
  void remove(const sycl_fuse_registration *) noexcept;
  snapshot *current();
  // The node of a kernel, cached in its kernel_info.
  kernel_node *find(kernel_info &info) {
    kernel_node *node = info.node.load(std::memory_order_acquire);
    if (node && node->generation == generation_.load(std::memory_order_acquire))
      return node;
    return find_slow(info);
  }

private:
  kernel_node *find_slow(kernel_info &);
  void rebuild();
  std::mutex mutex_;
  struct registered {
    const sycl_fuse_registration *record;
    bundle_origin origin;
  };
  std::vector<registered> registrations_;
  std::vector<const sycl_fuse_registration *> warned_;
  std::atomic<std::uint64_t> generation_{1};
  std::atomic<snapshot *> current_{nullptr};
  std::vector<std::unique_ptr<snapshot>> snapshots_;
};

} // namespace sycl::detail
