// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Commands/Inspect/ProgramContents.h"
#include "ReportModel.h"

#include "llvm/ADT/ArrayRef.h"

namespace syclfuse::fuser {

// True if the region is in the bundle only as a segment of another one, which was cut, or is a sequence that a run may
// refuse (RegionSegments.h).
bool isSegmentOfAnother(const bundle::view &View, const bundle::region_record &R);

// What the report says of a region that is in a bundle. Listed: the same region of the manifest, or null. FirstKernel:
// the number of the bundle's first kernel in the report.
ReportRegion gatherRegion(const bundle::view &View, const bundle::region_record &R, const manifest::region *Listed,
                          llvm::ArrayRef<std::string> Targets, llvm::ArrayRef<statistics::timing> Times,
                          unsigned FirstKernel);

} // namespace syclfuse::fuser
