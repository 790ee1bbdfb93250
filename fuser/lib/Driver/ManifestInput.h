// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds, reads and merges the manifests of a build.
#pragma once

#include "DeviceInput.h"

#include "syclfuse/fuser/Driver.h"
#include "syclfuse/manifest.hpp"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace syclfuse::fuser {

struct ManifestSet {
  manifest::document Document;    // merged; kernels sorted by symbol, regions by name and place
  std::vector<std::string> Files; // that were read, in order
};

// Appends the manifests beside the inputs, each once: `x.fusion.json` for `x.o`. An archive may have one for all of its members, or one for
// each. False, and SF3006, if an image has none.
bool findBeside(llvm::ArrayRef<DeviceImage> Images, std::vector<std::string> &Files, diagnostics &Diags);

// SF4001 with the file for targets that there are not: once documents are merged it is not known where a target comes from.
bool checkTargets(const manifest::document &Document, const std::string &File, diagnostics &Diags);

// Reads and merges `Files`, each once. Nothing, and errors (SF2xxx, SF4001), if one is missing, malformed, or contradicts another.
std::optional<ManifestSet> readManifests(llvm::ArrayRef<std::string> Files, diagnostics &Diags);

// The same of Options.Manifests, or where that is empty the manifests beside the inputs: `x.fusion.json` for `x.o`, and beside an archive
// also those of its members; then AddedManifests; then what fits of Captured. Joined (manifest::join), as a build needs them. SF3006 if there is none.
std::optional<ManifestSet> readManifests(const BuildOptions &Options, llvm::ArrayRef<DeviceImage> Images, diagnostics &Diags);

} // namespace syclfuse::fuser
