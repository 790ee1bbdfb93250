// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing among the compiled forms of a kernel or a region.
#pragma once

#include "core/bundles/variants.hpp"

#include <optional>
#include <utility>

namespace sycl::detail {

struct region_node;

struct choice {
  ready_variant *variant = nullptr;
  // Why no better one: reason_none if `variant` is the best that there could be.
  syclfuse::diag reason = syclfuse::diag::reason_none;
  launch_range launch = {};               // of `variant`
  const region_node *region = nullptr;    // of a bundle, if one was found
  const ready_variant *refused = nullptr; // with reason_kernels_depend: for the pointers and sizes of this launch
};

class different_ranges;

// The first variant whose ND-range matches, whose guards hold and that loads. `different` is null if all submissions
// have the ND-range of the first. Throws errc::memory_allocation if there is none to load it.
choice choose(const variant_list &, command_span, device_impl &, const different_ranges *different = nullptr);

// For people: the numbers of two kernels for which `refused` is not used; nothing if it is not for two kernels.
std::optional<std::pair<unsigned, unsigned>> kernels_that_meet(const choice &, command_span);

// The number of the launch that an argument is; null if it is none.
const std::uint64_t *size_of(const launch_range &, syclfuse::argument_source, std::uint32_t dimension);

bool same_range(const syclfuse::launch_sizes &, const command &);

} // namespace sycl::detail
