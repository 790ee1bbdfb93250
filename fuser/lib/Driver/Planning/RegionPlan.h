// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a region: at which ND-ranges it is built, which arguments are one, which are promoted, and what must hold
// at run time for that, which the guards of the bundle check (docs/bundle.md).
#pragma once

#include "Support/FusionRequest.h"
#include "Support/UserNames.h"
#include "Targets/Target.h"
#include "syclfuse/bundle.hpp"

#include <string>
#include <vector>

namespace syclfuse::fuser {

// A guard that only matters while an argument of the fused kernel is still there.
struct ArgumentGuard {
  ArgumentSource Argument;
  bundle::guard_record Guard;
};

// Two arguments that have different buffers. It matters only while both arguments are still there.
struct DistinctArguments {
  ArgumentSource A, B;
};

// A pointer that is to be replaced by private or local memory.
struct PlannedPromotion {
  ArgumentSource Argument; // the fused argument
  std::string Name;        // of the accessor
  promotion Kind;
  std::vector<bundle::guard_record> Guards;
};

// A field of an accessor that a fused kernel takes for a constant.
struct PlannedConstant {
  ArgumentSource Argument; // the fused argument
  std::string Bytes;
};

// The ND-ranges that one fused kernel is built for.
struct PlannedLaunch {
  std::vector<NDRange> Ranges; // of each submission; empty: known at run time only
  bool Heterogeneous = false;  // the submissions may differ (bundle::variant_heterogeneous)
  // Shape is a launch by rows (row_block).
  bool ByRows = false;
  // The launch has the work-groups of all kernels with an argument that is to be promoted to local memory.
  bool KeepsPromotedGroups = false;
  LaunchShape Shape;       // of the fused kernel
  std::string str() const; // for people: "4096", "1024/32x32"; empty without Ranges
};

struct PlannedFusion {
  FusionRequest Request; // without FusedName
  PlannedLaunch Launch;
  std::vector<ArgumentGuard> Identities;
  std::vector<PlannedPromotion> Promotions;
  // With promotions, all accessors: whoever else can reach a promoted buffer would miss what is no longer written to
  // it.
  std::vector<ArgumentSource> Accessors;
  std::vector<PlannedConstant> Constants;  // besides Request.Constants, with which they agree
  std::vector<DistinctArguments> Distinct; // for Launch.Shape.DistinctPointers
  UserNames Names;                         // of the kernels and arguments, for messages
  diagnostics Remarks;                     // promotions that were asked for and are not tried (SF3015)
};

} // namespace syclfuse::fuser
