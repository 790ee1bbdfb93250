// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several neighbouring work-groups in one (GPU targets): their loads are under way together, and they wait at the same
// barriers.
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// Runs a work-item of Groups work-groups that follow one another in dimension 0, which have the same local ids. The
// parameters are those of the work-item function, of the first group, and the local size in dimension 0.
struct GroupsTogether {
  llvm::Function *Run = nullptr;
  unsigned Groups = 1;
};

// Nothing unless the kernel waits for little memory and then for its group: it has group functions, no loop, loads of
// few bytes, and nothing that each group needs for itself (local memory, barriers, branches that differ from group to
// group). Item.F still has its group functions.
std::optional<GroupsTogether> runGroupsTogether(const WorkItemFunction &Item);

} // namespace syclfuse::fuser
