// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Support/Metadata.h"
#include "syclfuse/diagnostic.hpp"

#include <string>
#include <vector>

namespace syclfuse::fuser {

struct LibraryKernel {
  std::string Bitcode;                   // a module that defines this kernel and nothing else that is visible
  std::vector<ArgumentSource> Arguments; // of the flat kernel
  bool UsesGroups = false;               // Dialect.h
  bool AddsShares = false;               // ElementShares.h
  bool FoldsExactly = false;             // ExactFolding.h
  std::string Origin;                    // DeviceImage::displayName
  std::string Compiled;                  // how it was compiled, as the plugin notes it; empty if unknown
  diagnostics Refused;                   // why it cannot be built for any target; then there is nothing else
};

} // namespace syclfuse::fuser
