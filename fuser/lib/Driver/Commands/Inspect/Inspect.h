// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contents of one file, as sycl-fuse inspect finds them, and two ways to print them.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/manifest.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace syclfuse::fuser {

// A bundle with its own copy of the bytes, aligned as a view needs them.
struct OwnedBundle {
  std::vector<std::uint64_t> Storage;
  bundle::view View;
};

struct DeviceKernel {
  std::string Symbol, File;
  unsigned Line = 0;
};

struct DeviceImageInfo {
  std::string Name; // "libx.a(x.o)"
  std::string Triple;
  std::vector<DeviceKernel> Kernels;
};

struct InspectedFile {
  std::string Path;
  std::vector<std::unique_ptr<OwnedBundle>> Bundles;
  diagnostics Messages; // of the builds that made them (BuildMessages.h)
  std::vector<DeviceImageInfo> Images;
  std::optional<manifest::document> Manifest; // of an object or archive: all that are in it, merged
};

// Reads what is in the file. False, and an error in Diags, if there is nothing of ours in it or what is there is
// damaged.
bool inspectFile(const std::string &Path, InspectedFile &Out, diagnostics &Diags);

void printText(const InspectedFile &File, llvm::raw_ostream &OS);
void printJSON(const std::vector<InspectedFile> &Files, llvm::raw_ostream &OS);

// Names of the flags of a variant, in the order of their bits.
std::vector<std::string> flagNames(std::uint32_t Flags);
// "1024x1024:8x64", "any"
std::string rangeText(const bundle::variant_record &V);
// Sizes of a record in SYCL order.
std::vector<std::uint64_t> syclOrder(const std::uint64_t (&Sizes)[3], unsigned Dims);

} // namespace syclfuse::fuser
