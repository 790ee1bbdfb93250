// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a submitted region to the region of a bundle: a hash finds candidates, equality decides.
#pragma once

#include "core/bundles/registry.hpp"
#include "core/bundles/snapshot_lease.hpp"
#include "core/regions/region_segment.hpp"

namespace sycl::detail {

// A region of a bundle with these kernels, promotions and barriers, whatever its arguments and ND-ranges; null if there
// is none.
const region_node *find_region(const region_segment &, const std::vector<const kernel_node *> &kernels,
                               const snapshot_lease &);

// Puts the kernels of a region's commands into `kernels`. Must not be called while a snapshot is leased.
void find_kernels(const region_segment &, std::vector<const kernel_node *> &kernels);

// How many of the region's kernels, from `begin` on, follow each other in regions of bundles: each number once, the
// largest first, none below 2. The kernels are in `kernels`.
std::vector<std::size_t> known_lengths(const std::vector<const kernel_node *> &kernels, std::size_t begin);

// Its name in the bundle, else that of another region of the same lines, else of the function it was started in.
std::string region_name(const region_segment &, const region_node *known);

// Copies what was found for `before` to `r`, which differs only in what its kernels are given: `r` is not looked up
// again, only guards decide. If even that is the same, the choice is kept too.
void take_over_matches(region_segment &r, const region_segment &before);

// The code to run on `device`: the first variant that fits, of the first region that has one; else null with the
// reason. Reads everything in place, takes no lock and, once the variants have been loaded, allocates nothing.
choice match_region(region_segment &, device_impl &device);

// True if the remembered choice was made for such a region, so that match_region() would give it again.
bool is_chosen_for(const region_segment &r, const device_impl &device);

// For a region with the kernels and ND-ranges of the one before it, which the remembered choice was made for: true if
// its closures are the same too, so that it would be chosen again.
bool is_chosen_again(const region_segment &r, const device_impl &device);

} // namespace sycl::detail
