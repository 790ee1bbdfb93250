// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program was built from and what it holds, for the commands that look at a program as a whole.
#pragma once

#include "Inspect.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <tuple>

namespace syclfuse::fuser {

struct ProgramContents {
  bool HasManifests = false;
  manifest::document Document; // of all manifests, joined as a build does
  std::vector<std::unique_ptr<OwnedBundle>> Bundles;
  diagnostics Messages; // of the builds that made them
};

// Reads manifests (*.json), and what has bundles: programs, libraries, objects, archives, bundles. An object that has
// no bundle yet gives its manifest. False, with errors in Diags, if an input cannot be read.
bool readProgram(llvm::ArrayRef<std::string> Inputs, ProgramContents &Out, diagnostics &Diags);

// True if the variant is code for a target as it is named on the command line.
bool isFor(const bundle::variant_record &V, llvm::StringRef Target);

// The names of all targets that the bundles have code for, sorted.
std::vector<std::string> targetsOf(const ProgramContents &Program);

// Tells regions apart, in manifests and in bundles: bundles know files that lie below no root by their names only.
using RegionKey = std::tuple<std::string, std::uint64_t, std::string, unsigned, unsigned>;
RegionKey keyOf(const manifest::document &Document, const manifest::region &R);
RegionKey keyOf(const bundle::view &View, const bundle::region_record &R);

} // namespace syclfuse::fuser
