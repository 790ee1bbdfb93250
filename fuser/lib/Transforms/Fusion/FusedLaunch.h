// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch of a fused kernel and the ND-ranges of its kernels, which may differ (docs/design.md, "Fusing kernels with
// different ND-ranges"; fused_range.hpp).
#pragma once

#include "Support/FusionRequest.h"
#include "syclfuse/fused_range.hpp"

#include "llvm/ADT/SmallVector.h"

namespace syclfuse::fuser {

struct FusedLaunch {
  // None: the stub says nothing about ranges. Equal: all kernels run as the launch does.
  enum class Form : unsigned char { None, Equal, Different, RunTime };
  Form How = Form::None;
  std::optional<NDRange> Range; // where it is known
  // SPIR-V order. By kernel; those of RunTime have kind, dimensions and uses_groups only, and the launch has no sizes.
  submitted_range Launch;
  llvm::SmallVector<submitted_range, 8> Kernels;

  // By kernel, in a launch by rows: the work-items that each unit does of it (row_block), 0 where that is not known
  // before a run; none for a kernel that runs as the launch does.
  llvm::SmallVector<std::optional<uint64_t>, 8> Blocks;

  bool isByRows() const { return !Blocks.empty(); }
  bool isInBlocks(unsigned K) const { return isByRows() && Blocks[K]; }
  // True if queries of the kernels have to be replaced.
  bool isRemapped() const { return How == Form::Different || How == Form::RunTime; }
  // True if kernel K runs in work-groups of the size that it says, and with its sub-groups.
  bool keepsGroups(unsigned K) const;
  // True if work-items of one work-group of kernel K may be in different ones of the launch: possible only if it
  // exchanges nothing within its groups.
  bool losesGroups(unsigned K) const;
};

// SF3012, SF3013, SF3022, SF3023: a rule for different ND-ranges that they break. SF3024: the launch that the stub
// names is not one of theirs.
llvm::Expected<FusedLaunch> planLaunch(const FusionRequest &Request, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace syclfuse::fuser
