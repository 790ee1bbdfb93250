// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal to the manifest library: the canonical order of a document, shared by writing and merging.
#pragma once

#include "syclfuse/manifest.hpp"

#include <string>

namespace syclfuse::manifest {

// Kernels and functions by symbol; regions by name, place, signature and, where all of these are equal, by their text.
void sort(document &doc);

// The signature of each region of `doc`, in their order.
std::vector<std::uint64_t> signatures_of(const document &doc);

// A region's part of the manifest's text: equal regions have equal texts.
std::string region_text(const region &r);
std::string way_text(const region &way); // of a function
std::string way_content(region way);     // the same without places

// Unites the regions of `doc` that are one: merge does it, and whoever adds regions.
void unite_regions(document &doc);

// Of what was captured and what was recorded only the latter shows where a kernel is submitted.
bool is_captured(const region &r);

// The same of what is built: without places that only messages name; of the others, as where a region begins, the
// file's name.
std::string content_text(const region &r);

} // namespace syclfuse::manifest
