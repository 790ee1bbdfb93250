// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region of a bundle. A program may have thousands that a run never looks at: each is checked and made when it is
// first looked at, by whoever does so (loaded_bundle::region).
#pragma once

#include "core/bundles/kernel_node.hpp"

namespace sycl::detail {

struct region_node {
  const loaded_bundle *bundle = nullptr;
  const syclfuse::bundle::region_record *record = nullptr;
  const library *owner = nullptr; // whose bundle it is
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

} // namespace sycl::detail
