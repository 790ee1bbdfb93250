// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pictures of a report, as SVG within HTML. Their colours are those of page.css; each has a text alternative.
#pragma once

#include "ReportModel.h"

namespace syclfuse::fuser {

// The kernels of a region from left to right, what they become, where it is cut, and below them each memory with who
// uses it and where it lies. Numbers at cuts are those of Plan.Reasons, from 1.
std::string timelineSvg(const Report &R, const ReportRegion &Region, const ReportPlan &Plan);

// Two bars, one above the other: the kernels one by one, and fused.
std::string costSvg(const FusionEstimate &E);

} // namespace syclfuse::fuser
