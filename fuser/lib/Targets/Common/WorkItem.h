// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel as a function of its work-item: queries, local memory and launch sizes become parameters, so that each
// target only has to say where their values come from.
#pragma once

#include "Analysis/Dialects/Builtins.h"
#include "Targets/Target.h"

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

// A LaunchShape's constants in SPIR-V order, unused dimensions 1 (sizes) or 0 (offsets). Plain ranges have work-groups
// of one.
struct LaunchConstants {
  std::array<uint64_t, 3> Global{1, 1, 1}, Local{1, 1, 1}, Groups{1, 1, 1}, Offset{0, 0, 0};
  uint64_t total() const { return Global[0] * Global[1] * Global[2]; }
  uint64_t groupSize() const { return Local[0] * Local[1] * Local[2]; }
};
std::optional<LaunchConstants> launchConstants(const LaunchShape &Shape);

// Replaces what Shape makes constant, and gives the ids that stay their ranges (sycl-specialize-nd-range). Queries of a
// dimension that Shape has not become its constant too.
void specializeNDRange(llvm::Function &Kernel, const LaunchShape &Shape);

struct WorkItemFunction {
  llvm::Function *F = nullptr; // (kernel arguments…, queries…, local variables…, local memory if used)
  std::string KernelName;
  unsigned KernelArguments = 0;
  llvm::SmallBitVector Aggregates; // kernel arguments that are the address of their bytes, byval or no longer so
  llvm::SmallBitVector
      LaunchSizes; // kernel arguments that are sizes of the launch, which the runtime knows and no closure
  llvm::SmallVector<std::pair<Builtin, unsigned>, 8> Queries;
  llvm::SmallVector<llvm::GlobalVariable *, 2> Locals; // only with LocalsAsParameters
  bool UsesLocalMemory = false;

  bool uses(Builtin B) const {
    return llvm::any_of(Queries, [&](auto &Q) { return Q.first == B; });
  }
};

// Consumes Kernel: its body moves to a new internal function. Queries must be in canonical form.
WorkItemFunction makeWorkItemFunction(llvm::Function &Kernel, bool LocalsAsParameters);

// SF4004 (or SF3017 for a call of something undefined) unless every call in F can be lowered: builtins, intrinsics and
// what IsLibraryFunction accepts.
llvm::Error checkCalls(const llvm::Function &F, llvm::StringRef TargetName,
                       llvm::function_ref<bool(const llvm::Function &)> IsSupported);

} // namespace syclfuse::fuser
