// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warns of buffers that a region promotes and its function reads afterwards: what is there then is not defined.
#pragma once

#include "submissions/RegionBuilder.h"

namespace syclfuse::plugin {

// Looks at R's buffers that are local variables or parameters of its function, or members of its object. The first
// access after the region, in the order of the source, counts: what it writes is defined again.
void warnOfPromotedReads(const RegionBuilder &R, KnownDeclarations &Names, Diagnostics &Report,
                         const clang::SourceManager &SM);

} // namespace syclfuse::plugin
