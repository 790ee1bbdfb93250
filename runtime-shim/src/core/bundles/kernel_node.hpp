// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of a library, as the library's bundles know it.
#pragma once

#include "core/bundles/loaded_bundle.hpp"
#include "core/bundles/variants.hpp"
#include "sycl/detail/byte_range.hpp"

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sycl::detail {

// An accessor in the closure of a kernel.
struct closure_accessor {
  std::uint32_t offset = 0;
  std::uint8_t dimensions = 1;
};

struct kernel_source {
  const loaded_bundle *bundle = nullptr;
  const syclfuse::bundle::kernel_record *record = nullptr;
};

class library;

// A kernel of no bundle has an empty list of variants.
struct kernel_node {
  std::uint64_t id = 0;           // of the kernel, never another's, and the same when bundles are added to its library
  const library *owner = nullptr; // whose bundles know it
  std::string_view symbol, name;
  bool known = false;                              // some bundle describes it
  bool uses_groups = false, shares_groups = false; // fused_range.hpp; bundle::groups_shared
  // Its name means the same kernel in all libraries: the linker has made them one.
  std::atomic<bool> shared_name{false};
  std::uint32_t closure_size = 0;
  std::vector<closure_accessor> accessors;
  std::vector<std::uint32_t> local_accessors; // offsets in the closure
  std::vector<byte_range> holes;              // in the closure, in order: bytes that no code reads
  std::vector<kernel_source> descriptions;    // one of each bundle that has it, variants or not
  std::vector<variant_source> sources;
  device_variants ready; // per device
};

} // namespace sycl::detail
