// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds, reads and merges the manifests of a build.
#pragma once

#include "DeviceInput.h"

#include "syclfuse/manifest.hpp"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace syclfuse::fuser {

struct ManifestSet {
  manifest::document Document;    // merged; kernels sorted by symbol, regions by name and place
  std::vector<std::string> Files; // that were read, in order
};

// Reads `Files`, or where that is empty the manifests beside the inputs: `x.fusion.json` for `x.o`, and beside an archive
// also those of its members; then `Added`. Nothing, and errors in Diags (SF2xxx, SF3006), if one is missing, malformed, or
// contradicts another.
std::optional<ManifestSet> readManifests(llvm::ArrayRef<std::string> Files, llvm::ArrayRef<std::string> Added,
                                         llvm::ArrayRef<DeviceImage> Images, diagnostics &Diags);

} // namespace syclfuse::fuser
