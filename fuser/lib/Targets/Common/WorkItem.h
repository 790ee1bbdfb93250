// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel as a function of its work-item: queries, local memory and launch sizes become parameters, so that each
// target only has to say where their values come from.
#pragma once

#include "LaunchConstants.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>

namespace llvm {
class Function;
class GlobalVariable;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

struct WorkItemFunction {
  llvm::Function *F = nullptr; // (kernel arguments…, queries…, local variables…, local memory if used)
  std::string KernelName;
  unsigned KernelArguments = 0;
  llvm::SmallBitVector Aggregates; // kernel arguments that are the address of their bytes, byval or no longer so
  // Kernel arguments that are sizes of the launch, which the runtime knows and no closure.
  llvm::SmallBitVector LaunchSizes;
  llvm::SmallVector<std::pair<Builtin, unsigned>, 8> Queries;
  llvm::SmallVector<llvm::GlobalVariable *, 2> Locals; // only with LocalsAsParameters
  bool UsesLocalMemory = false;
  unsigned RowLength = 0;    // native: of groups that run in rows (FoldedGroups.h); 0: they do not
  unsigned SubGroupSize = 0; // native: of sub-groups that run one after the other; 0: groups run as a whole

  bool uses(Builtin B) const {
    return llvm::any_of(Queries, [&](auto &Q) { return Q.first == B; });
  }
};

// Consumes Kernel: its body moves to a new internal function. Queries must be in canonical form.
WorkItemFunction makeWorkItemFunction(llvm::Function &Kernel, bool LocalsAsParameters);

} // namespace syclfuse::fuser
