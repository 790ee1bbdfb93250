// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose kernels cannot all be one: the kernels before the first that does not fit, and those from it
// on, become regions of their own, with the name of the whole. The runtime takes them where it finds no kernel for the
// whole (docs/graphs.md).
#pragma once

#include "Driver/Driver.h"
#include "Driver/Input/KernelLibrary.h"

namespace syclfuse::fuser {

// True if the user promises what nothing can prove: by property::trusted, or by an option.
bool isTrusted(const manifest::region &R, const BuildOptions &Options);

// False for regions that are required, trusted or switched off: these are built as a whole, or not at all.
bool canBeCut(const manifest::region &R, const BuildOptions &Options);

// The number of the whole's submission with which one of its segments begins; nothing if Segment is none of them.
std::optional<size_t> placeInWhole(const manifest::region &Segment, const manifest::region &Whole);

// Makes regions of the kernels of the region with this number before and from the submission `At` on, where that is
// more than one kernel: at the end of the document, unless there is such a region. Buffers that several segments use
// stay in memory. Returns their numbers.
llvm::SmallVector<size_t, 2> cutRegion(manifest::document &Document, size_t Region, size_t At);

// Makes regions of each two kernels of the region with this number that stand one after the other, and of each three,
// in the same way.
llvm::SmallVector<size_t, 8> shortSegmentsOf(manifest::document &Document, size_t Region);

// Cuts regions, and their segments, whose ND-ranges do not fit. Regions of any kind are cut before a kernel that adds
// up shares of elements (ElementShares.h) if an earlier one uses its work-groups: so does the runtime (segments.hpp).
void cutUnfitRegions(manifest::document &Document, const KernelLibrary &Library, const BuildOptions &Options);

// Makes regions of the kernels between the copies and fills of a region, where these are more than one. If a run shows
// that a copy cannot be a part of the fused kernel, it finds what there would be without it.
void addBetweenCopies(manifest::document &Document, const BuildOptions &Options);

} // namespace syclfuse::fuser
