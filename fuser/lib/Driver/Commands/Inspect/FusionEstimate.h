// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The estimate of a fused kernel in a bundle (docs/design.md, Never slower), for people and for reports.
#pragma once

#include "Driver/Output/KernelResources.h"

#include <optional>
#include <string>

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace syclfuse::fuser {

struct FusionEstimate {
  double Cost = 0, Unfused = 0; // of a work-item, in bytes of memory that are read in that time
  unsigned LaunchesSaved = 0;
  bool Barriers = false;
  bool Used = true;
  bool AskedFor = false;           // it would not be used, but for --require, --region-require or --no-cost-model
  KernelResources Resources;       // as the image says, which a kernel that is not used does not have
  std::optional<double> Occupancy; // of a multiprocessor, 0 to 1

  double saved() const { return Unfused - Cost; }
};

// Nothing for a kernel by itself, and where nothing was estimated.
std::optional<FusionEstimate> estimateOf(const bundle::view &View, const bundle::region_record &R,
                                         const bundle::variant_record &V);

// "12.0 of 36.0 bytes per work-item, saves 24.0 and 3 launches, with barriers, 40 registers, 16 bytes of stack,
// occupancy 0.75: used"
std::string toText(const FusionEstimate &E);
// Attributes of an object that has been begun.
void write(const FusionEstimate &E, llvm::json::OStream &J);

} // namespace syclfuse::fuser
