// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch of submissions whose ND-ranges differ, by the rules of sycl_ext_codeplay_kernel_fusion.
#pragma once

#include "core/bundles/variants.hpp"
#include "sycl/detail/command.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/fused_range.hpp"

#include <vector>

namespace sycl::detail {

// True if there is no work-item.
inline bool empty(const launch_range &r) {
  return r.global_size[0] == 0 || r.global_size[1] == 0 || r.global_size[2] == 0;
}

// True if all submissions have the ND-range of the first.
bool have_one_range(command_span);

// The ND-ranges of submissions that differ. `storage` must outlive it; once that has grown, nothing is allocated.
// Kernels that may exchange data in their work-groups keep them where all of them can; where not, the guards of the
// variant tell whether they do, unless that is promised.
class different_ranges {
public:
  different_ranges(command_span, std::vector<syclfuse::submitted_range> &storage);

  // Why no fused kernel can have these submissions; reason_none if one can. Shared: with the groups of kernels that may
  // exchange data in them. The words that users know go to stderr.
  syclfuse::diag conflict(bool shared) const;
  // The launch by a heterogeneous variant. False, with a reason, if the variant is not for these ND-ranges; those of
  // specialized variants are left to their guards.
  bool launch_of(const ready_variant &, launch_range &, syclfuse::diag &why) const;

private:
  void find_groups(const ready_variant *, bool shared) const;

  command_span commands_;
  std::vector<syclfuse::submitted_range> &ranges_;
};

} // namespace sycl::detail
