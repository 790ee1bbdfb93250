// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds, reads and merges the manifests of a build.
#pragma once

#include "DeviceInput.h"

#include "Driver/Driver.h"
#include "syclfuse/manifest.hpp"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace syclfuse::fuser {

struct ManifestSet {
  manifest::document Document;    // merged; kernels sorted by symbol, regions by name and place
  std::vector<std::string> Files; // that were read besides the inputs, in order
};

// A manifest file, or the text of a manifest in an object.
struct ManifestSource {
  std::string Name; // of the file or the object, for messages
  std::optional<std::string> Text = std::nullopt;
};

// Appends the manifests of the inputs: those in the object of each image, or else, each once, those beside it:
// `x.fusion.json` for `x.o`. An archive may have one for all of its members, or one for each. False, and SF3006, if an
// image has none.
bool findManifests(llvm::ArrayRef<DeviceImage> Images, std::vector<ManifestSource> &Sources, diagnostics &Diags);

// True if the file is a manifest: by its name (*.json), so that a damaged one is known as well, or the first byte.
bool isManifest(const std::string &Path);

// The same of one input of this name; a manifest is its own.
bool findManifests(const std::string &Input, std::vector<ManifestSource> &Sources, diagnostics &Diags);

// Returns nothing, with errors (SF2xxx), if the manifest cannot be read or is wrong.
std::optional<manifest::document> readManifest(const ManifestSource &Source, diagnostics &Diags);

// Reports unknown targets (SF4001) with the name of the input, which is no longer known once documents are merged.
bool checkTargets(const manifest::document &Document, const std::string &Name, diagnostics &Diags);

// Reads and merges `Sources`. Returns nothing, with errors (SF2xxx, SF4001), if one is missing or malformed, or if two
// contradict each other.
std::optional<ManifestSet> readManifests(llvm::ArrayRef<ManifestSource> Sources, diagnostics &Diags);

// The same for Options.Manifests, or for the manifests of the inputs if that is empty; then adds AddedManifests and
// what fits of Captured, and joins all (manifest::join), as a build needs it. SF3006 if there is no manifest.
std::optional<ManifestSet> readManifests(const BuildOptions &Options, llvm::ArrayRef<DeviceImage> Images,
                                         diagnostics &Diags);

} // namespace syclfuse::fuser
