// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal to the manifest library: the canonical order of a document, shared by writing and merging.
#pragma once

#include "syclfuse/manifest.hpp"

namespace syclfuse::manifest {

// Kernels and functions by symbol; regions by name, place, signature and, where all of these are equal, by their value.
void sort(document &doc);

// The signature of each region of `doc`, in their order.
std::vector<std::uint64_t> signatures_of(const document &doc);

// Unites the regions of `doc` that are one: merge does it, and whoever adds regions.
void unite_regions(document &doc);

// True if no submission has a place: what was recorded shows where kernels are submitted, what was captured does not.
bool is_captured(const region &r);

// A region wherever it is written: two ways of functions with equal ones are one.
region without_locations(region r);

// The same without those places that only messages name; the others have the name of their file, as where a region
// begins. Of regions with one content one is built.
region content_of(const region &r);

} // namespace syclfuse::manifest
