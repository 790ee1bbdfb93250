// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queries of a kernel, and the coordinates that they ask for.
#pragma once

#include "Analysis/Addresses/AddressForms.h"

namespace syclfuse::fuser {

struct KernelQueries {
  // Brings the queries of F into the form of Dialect::findQueries. What is not understood is a value like any other.
  explicit KernelQueries(llvm::Function &F);

  LaunchCoordinates coordinates(const AccessLaunch &Launch, bool InGroups, const CoordinateModuli &Moduli) const;

  QueryMap All;
  unsigned Asked = 0; // dimensions that ids are asked of one by one
  bool UsesGroupIds = false, UsesLinearIds = false;
};

} // namespace syclfuse::fuser
