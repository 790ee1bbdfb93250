// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundles of the process, and what they hold, by kernel and by region. Libraries come and go: what is known of the
// kernels of one stays until it is closed, whatever others do, and is freed then. The index of all regions is a
// snapshot that is read without a lock, by at most as many threads as there are; one that is out of date is freed when
// nobody reads it any more.
#pragma once

#include "core/variants.hpp"
#include "sycl/detail/command.hpp"
#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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
  const void *object = nullptr; // object_of() its registration; of the JIT: of the kernels it was built from
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

// One kernel of one library, as its bundles know it; of no bundle: an empty list of variants.
struct kernel_node {
  std::uint64_t id = 0; // of the kernel, never another's, and the same when bundles are added to its library
  std::string_view symbol, name;
  bool known = false;       // some bundle describes it
  bool uses_groups = false; // fused_range.hpp
  // Its name means the same kernel in all libraries: the linker has made them one.
  std::atomic<bool> shared_name{false};
  std::uint32_t closure_size = 0;
  std::vector<accessor_place> accessors;
  std::vector<std::uint32_t> local_accessors; // offsets in the closure
  std::vector<kernel_source> descriptions;    // one of each bundle that has it, variants or not
  std::vector<variant_source> sources;
  device_variants ready; // per device
};

struct region_node {
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

// What identifies the library or program that an address lies in; null for memory of none of them. Takes the dynamic
// linker's lock.
const void *object_of(const void *address);

// What the bundles of one library hold.
class library_contents {
public:
  bool any_bundle = false, any_refused = false;
  kernel_node *find(std::uint64_t symbol_hash, std::string_view symbol, std::uint32_t closure_size) const;
  template <class F> void each_kernel(F f) const {
    for (const auto &[hash, node] : kernels_)
      f(*node);
  }
  const std::vector<std::unique_ptr<region_node>> &regions() const { return regions_; }

private:
  friend class library;
  using id_table = std::map<std::pair<std::string, std::uint32_t>, std::uint64_t>;
  void add(const loaded_bundle &, id_table &);
  kernel_node *add_kernel(const loaded_bundle &, const syclfuse::bundle::kernel_record &, id_table &);
  std::vector<std::unique_ptr<loaded_bundle>> bundles_;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<kernel_node>> kernels_; // by hash of the symbol
  std::vector<std::unique_ptr<region_node>> regions_;
};

struct registered_bundle {
  const sycl_fuse_registration *record;
  bundle_origin origin;
};

// The bundles of one library or program, and what was made of them before others were added: somebody may still use
// that.
class library {
public:
  explicit library(const void *object) : object_(object) {}
  const void *object() const { return object_; }
  bool empty() const { return members_.empty(); }
  void add(registered_bundle);
  bool remove(const sycl_fuse_registration *); // false: not one of its bundles
  // Reads the bundles if they have changed. `refused` gets those that cannot be read, and why.
  const library_contents &contents(std::vector<std::pair<const sycl_fuse_registration *, std::string>> &refused);

private:
  void outdate();
  const void *object_;
  std::vector<registered_bundle> members_;
  library_contents::id_table ids_;
  std::unique_ptr<library_contents> now_;
  std::vector<std::unique_ptr<library_contents>> before_;
};

// All regions, by signature.
class snapshot {
public:
  struct entry {
    std::uint64_t signature;
    std::size_t order; // of registration
    region_node *region;
  };
  bool any_bundle = false, any_refused = false;
  std::vector<entry> regions; // those of one signature in the order in which their bundles came
  std::vector<const library_contents *> libraries;

  std::pair<const entry *, const entry *> find(std::uint64_t signature) const;
  // One that begins at a line of a file, of which only the last part of its path counts; null if there is none.
  const region_node *region_at(std::string_view file, unsigned line) const;
  bool built_for(const driver_device &) const;
  // One kernel of this symbol, whatever its closure.
  bool built_for(std::string_view symbol, const driver_device &) const;
  // Its code for any ND-range, if there is one; a null record: none that the device accepts.
  variant_source code_of(std::string_view symbol, const driver_device &) const;
  std::vector<std::string_view> kernel_symbols() const; // each once, in the order of the alphabet
};

// While it lives, what the snapshot shows stays, also of libraries that are being closed: closing waits. So nothing
// that may wait for the dynamic linker (loading a kernel, say) may be done meanwhile. May be nested.
class snapshot_lease {
public:
  snapshot_lease();
  ~snapshot_lease();
  snapshot_lease(const snapshot_lease &) = delete;
  const snapshot *operator->() const { return snapshot_; }
  const snapshot &operator*() const { return *snapshot_; }

private:
  struct reader_slot *slot_;
  const snapshot *snapshot_;
};

class registry {
public:
  static registry &instance(); // never destroyed
  // `object`: of the kernels, if that is not where the registration lies.
  void add(const sycl_fuse_registration *, bundle_origin = bundle_origin::program,
           std::optional<const void *> object = {}) noexcept;
  void remove(const sycl_fuse_registration *) noexcept;
  // The node of a kernel, never null, cached in its kernel_info: that of its own library, else of memory that belongs
  // to none; of another library only if the linker has made kernels of this name one.
  kernel_node *find(kernel_info &info) {
    if (info.seen.load(std::memory_order_acquire) == generation_.load(std::memory_order_acquire))
      return info.node.load(std::memory_order_acquire);
    return find_slow(info);
  }

  // Another number when bundles have come or gone; never 0.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

private:
  friend class snapshot_lease;
  kernel_node *find_slow(kernel_info &);
  // With the lock held:
  kernel_node *node_of(const kernel_info &, const void *object, bool shared_name);
  void refresh();
  void outdate();
  void free_unread();

  const snapshot *protect(std::atomic<const snapshot *> &slot);
  // Under process_lock::registry:
  std::vector<std::unique_ptr<library>> libraries_; // in the order of their first bundles
  std::vector<const sycl_fuse_registration *> warned_;
  // Kernels of no bundle, by copies of their symbols: the library that has the kernel may be closed.
  std::unordered_map<std::string, std::unique_ptr<kernel_node>> unknown_;
  std::vector<std::unique_ptr<const snapshot>> retired_; // that somebody may still read
  std::unique_ptr<const snapshot> owned_;                // what current_ points to
  std::atomic<std::uint64_t> generation_{1};
  std::atomic<const snapshot *> current_{nullptr}; // null: out of date
};

} // namespace sycl::detail
