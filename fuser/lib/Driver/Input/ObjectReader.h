// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the sections of one host object that are ours.
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

  // The contents of a manifest::section_name, likewise.
  bool takeManifests(llvm::StringRef Contents);

  // To be called after all sections, whose order says nothing: the manifests belong to the images.
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
