// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ND-ranges as users write and read them: "run=1024x1024:16x16", sizes in SYCL order.
#pragma once

#include "Support/Metadata.h"
#include "syclfuse/manifest.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// Adds the ND-range of "region=global[:local]" to every region of that name, once; "region=1024:64/32x32/1" has one for
// each of its submissions. With OpenToo also to open regions, of which a build may make regions. SF3005, SF3007.
llvm::Error addNDRange(llvm::StringRef Spec, manifest::document &Document, bool OpenToo = false);

// Reports SF3007 if the document has no region of this name, open ones included.
llvm::Error checkRegion(llvm::StringRef Name, const manifest::document &Document);

// The ND-range for a kernel of `Kind` and `Dims`, or SF3008 (a warning) for region `Region` if it does not fit.
llvm::Expected<NDRange> fitNDRange(const manifest::nd_range &Range, range_kind Kind, unsigned Dims,
                                   llvm::StringRef Region);

// The same without a check. Sizes that are not known are 0. At most 3 of a list count.
NDRange toNDRange(const manifest::nd_range &Range, unsigned Dims);

// The sizes of a submission under a listed ND-range: its own, or those of all, or one work-item for a single_task
// beside other kernels.
manifest::nd_range listedFor(size_t Submission, const manifest::region &Region,
                             const manifest::listed_nd_range &Listed);

// "1024x1024:16x16", with "+2x0" for an offset.
std::string toString(const NDRange &Range);

} // namespace syclfuse::fuser
