// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the project's sections of one host object.
#pragma once

#include "DeviceImage.h"
#include "SpirvInput.h"

#include "syclfuse/diagnostic.hpp"

namespace llvm::object {
class OffloadBinary;
} // namespace llvm::object

namespace syclfuse::fuser {

inline constexpr const char *DeviceCodeSection = ".llvm.offloading";

class ObjectReader {
public:
  ObjectReader(std::string Input, std::string Member, const SpirvReader &Reader, std::vector<DeviceImage> &Images,
               diagnostics &Diags);

  // The contents of a DeviceCodeSection: several binaries one after the other, each with its own header and size.
  // Appends the images; false, and SF3001, if it is damaged.
  bool takeDeviceCode(llvm::StringRef Contents);

  // The same for the contents of a manifest::section_name.
  bool takeManifests(llvm::StringRef Contents);

  // Assigns the manifests to the images. To be called after all sections, because their order is arbitrary.
  void finish();

private:
  bool takeImage(const llvm::object::OffloadBinary &Binary);
  bool unreadable(const std::string &Why);

  const std::string Input, Member;
  const SpirvReader &Reader;
  std::vector<DeviceImage> &Images;
  const size_t First;
  std::vector<std::string> Manifests;
  diagnostics &Diags;
};

} // namespace syclfuse::fuser
