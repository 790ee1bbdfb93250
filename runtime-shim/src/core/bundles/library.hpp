// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundles of one library or program, and the kernels and regions in them.
#pragma once

#include "core/bundles/region_node.hpp"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sycl::detail {

// The library that an address lies in.
struct address_facts {
  // Identifies the library or program; null for memory of none of them.
  const void *object = nullptr;
  // It is the address of a symbol that other libraries see.
  bool exported = false;
};
// Takes the dynamic linker's lock: not to be called while a snapshot is leased.
address_facts facts_of(const void *address);

// One that no kernel had before.
std::uint64_t new_kernel_id();

using refused_bundles = std::vector<std::pair<const sycl_fuse_registration *, std::string>>;

// The contents of one library's bundles.
class library_contents {
public:
  bool any_bundle = false, any_refused = false;
  kernel_node *find(std::uint64_t symbol_hash, std::string_view symbol, std::uint32_t closure_size) const;
  template <class F> void each_kernel(F f) const {
    for (const auto &[hash, node] : kernels_)
      f(*node);
  }
  const std::vector<std::unique_ptr<loaded_bundle>> &bundles() const { return bundles_; }

  const library &owner() const { return owner_; }

private:
  friend class library;
  using id_table = std::map<std::pair<std::string, std::uint32_t>, std::uint64_t>;
  explicit library_contents(const library &owner) : owner_(owner) {}
  void add(loaded_bundle &, id_table &);
  kernel_node *add_kernel(const loaded_bundle &, const syclfuse::bundle::kernel_record &, id_table &);
  const library &owner_;
  std::vector<std::unique_ptr<loaded_bundle>> bundles_;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<kernel_node>> kernels_; // by hash of the symbol
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
  // The path that the dynamic linker found it at.
  std::string path() const;
  // It is not closed as long as the process lives.
  bool stays() const { return stays_.load(std::memory_order_acquire); }
  void set_stays() { stays_.store(true, std::memory_order_release); }
  // All that was registered from its memory is gone. What was fused for it at run time goes with it.
  bool closed() const;
  bool knows(std::uint64_t kernel_id) const;
  void add(registered_bundle);
  bool remove(const sycl_fuse_registration *); // false: not one of its bundles
  // Whether a region of its bundles was refused, for one that is damaged.
  std::atomic<bool> &refused_region() const { return refused_region_; }
  // Reads the bundles if they have changed. `refused` gets those that cannot be read, and why.
  const library_contents &contents(refused_bundles &refused);

private:
  void outdate();
  const void *const object_;
  std::atomic<bool> stays_{object_ == nullptr};
  mutable std::atomic<bool> refused_region_{false};
  std::vector<registered_bundle> members_;
  library_contents::id_table ids_;
  std::unique_ptr<library_contents> now_;
  std::vector<std::unique_ptr<library_contents>> before_;
};

} // namespace sycl::detail
