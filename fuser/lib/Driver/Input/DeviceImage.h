// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace syclfuse::fuser {

// One device image: LLVM bitcode or textual IR.
struct DeviceImage {
  std::string Input;  // the file the user named
  std::string Member; // of an archive, else empty
  std::unique_ptr<llvm::MemoryBuffer> Bytes;
  // The first image of an object has all manifests that the plugin has put into the object, as text.
  std::vector<std::string> Manifests = {};

  // "libx.a(x.o)"
  std::string displayName() const { return Member.empty() ? Input : Input + "(" + Member + ")"; }
};

} // namespace syclfuse::fuser
