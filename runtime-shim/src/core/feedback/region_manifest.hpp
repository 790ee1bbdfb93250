// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes a submitted region as a manifest (docs/manifest.md), as the plugin would have recorded it. Everything is
// read from the closures and from what bundles know of the kernels, so that a region can be built although no source
// shows it as a whole. To be called between the end of collecting and the first launch; the closures are not changed.
#pragma once

#include "core/bundles/registry.hpp"
#include "core/regions/region_segment.hpp"
#include "syclfuse/manifest.hpp"

#include <string>

namespace sycl::detail {

enum class key_of { region, region_and_ranges };

// The key of a region, bytes that tell it from others of this process: kernels, promotions, barriers, which arguments
// are one, sizes of promoted buffers, and with `region_and_ranges` the ND-range of each submission. Regions of equal
// keys have equal descriptions. Replaces `key`, whose storage is reused. False if a kernel is in no bundle.
bool region_key(const region_segment &, key_of, std::string &key);

// The region with its kernels, its ND-ranges as those of its submissions (origin: capture). No kernels and no region if
// a kernel is in no bundle, or the region is empty. An ND-range with a size of 0, which launches nothing, is left out.
syclfuse::manifest::document describe_region(const region_segment &);

// The canonical text of that document; empty if there is no region.
std::string region_manifest(const region_segment &);

// The ND-ranges alone; global size and submissions are empty if there are none worth a variant.
syclfuse::manifest::listed_nd_range listed_ranges(const region_segment &);

} // namespace sycl::detail
