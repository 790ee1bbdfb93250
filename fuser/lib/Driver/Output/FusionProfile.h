// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times of regions, fused and kernel by kernel, that a run has measured (SYCL_FUSE_TIMES; docs/capture.md, Times).
#pragma once

#include "Driver/Input/KernelLibrary.h"

#include "syclfuse/bundle.hpp"
#include "syclfuse/statistics.hpp"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <optional>

namespace syclfuse::fuser {

class FusionProfile {
public:
  // Takes the times of the files that are of the document's regions and of the code that they have now; says SF3069 of
  // a file that has others. False, with errors in Diags, if a file cannot be read.
  bool read(llvm::ArrayRef<std::string> Files, const manifest::document &Document, const KernelLibrary &Library,
            diagnostics &Diags);

  // How many times as long as its kernels one by one the variant took; of a generic one, over all sizes that were
  // timed. Nothing if it was not timed.
  std::optional<double> ratioOf(const manifest::region &R, const bundle::variant_record &V) const;

private:
  std::map<const manifest::region *, uint64_t> Codes;
  std::vector<statistics::timing> Times;
};

} // namespace syclfuse::fuser
