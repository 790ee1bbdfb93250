// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bundle of the program, or of what was fused at run time, that could be read.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/native_abi.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sycl::detail {

enum class bundle_origin : std::uint8_t { program, jit };

struct kernel_node;
struct region_node;
class library;

struct loaded_bundle {
  const sycl_fuse_registration *registration = nullptr;
  bundle_origin origin = bundle_origin::program;
  syclfuse::bundle::view view; // its kernels have been checked, its regions have not
  const library *owner = nullptr;
  std::atomic<bool> *refused_region = nullptr; // of all bundles of the library
  std::vector<const kernel_node *> kernels;    // of its records

  // The node of a record, made when somebody first asks for it; null if the record is damaged.
  region_node *region(std::size_t index) const {
    region_node *node = regions[index].load(std::memory_order_acquire);
    return node ? node : make_region(index);
  }
  loaded_bundle() = default;
  ~loaded_bundle();

  mutable std::vector<std::atomic<region_node *>> regions; // null: not made yet

private:
  region_node *make_region(std::size_t index) const;
};

} // namespace sycl::detail
