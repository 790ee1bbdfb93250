// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Manifests without what no build needs: small, and without paths of the machine that wrote them (docs/manifest.md).
#pragma once

#include "syclfuse/manifest.hpp"

#include <set>

namespace syclfuse::manifest {

struct strip_options {
  std::set<nd_range_origin> drop; // listed ND-ranges of these origins
  // Only what a run showed: ND-ranges of origin capture, the regions that have some or that only a run knows, their
  // kernels.
  bool captured_only = false;
  bool unused_kernels = false; // drop kernels that no region submits; without regions they are built all the same
};

// Drops `sources`, the places of kernels and buffers and where regions end, and shortens absolute paths to the file's
// name. The same kernels and variants are built of the result, merged with whatever else, as of `doc`; only messages
// know fewer places. Doing it twice changes nothing. The result is valid if `doc` is.
document strip(document doc, const strip_options &options);

} // namespace syclfuse::manifest
