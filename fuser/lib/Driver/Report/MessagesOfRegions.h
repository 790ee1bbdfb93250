// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "ReportModel.h"

namespace syclfuse::fuser {

// Gives the messages of builds to the regions that they are about: where a kernel begins a new segment, the message
// that says why in place of the general reason; what else there is with the region. A message is about a region if it
// or one of its notes is at the place of the region, or within it and names no other.
void addMessages(const diagnostics &Messages, Report &R);

} // namespace syclfuse::fuser
