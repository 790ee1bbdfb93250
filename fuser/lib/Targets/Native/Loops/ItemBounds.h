// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts for a loop over work-items: the ids that count up in it, and values that all work-items share.
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// The id that V, of a work-item function or a copy of one, is, if neighbours in dimension 0 differ in it by one: the
// global id, in an nd_range the local one, in a plain range that of the group, of dimension 0; the global linear id;
// or, in sub-groups that run one after the other, the place in one.
std::optional<Builtin> countingId(const WorkItemFunction &Item, const llvm::Value *V, range_kind Range);

// True if V is a constant or computed from the kernel's arguments, sizes of the launch, and what a group keeps once,
// by a few integer instructions, which an entry may run where the kernel does not. OnlySizes: from sizes of the launch
// alone.
bool isSharedByItems(const WorkItemFunction &Item, const llvm::Value *V, bool OnlySizes = false);

// True if these two, which all work-items share, or null, are surely one value.
bool isSameShared(const llvm::Value *X, const llvm::Value *Y, unsigned Depth = 0);

} // namespace syclfuse::fuser
