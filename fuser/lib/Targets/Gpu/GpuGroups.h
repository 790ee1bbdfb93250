// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and group functions on GPUs: those of sub-groups by shuffles, those of work-groups by sub-groups and local
// memory.
#pragma once

#include "GpuDevice.h"
#include "Targets/Common/WorkItem.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// The place of a work-item in its work-group and sub-group, as code. For plain ranges the group is the work-item
// itself.
class GpuGroup {
public:
  GpuGroup(const GpuDevice &Device, const LaunchShape &Shape);

  bool single() const { return Single; } // a group has one work-item
  // The local size where it is known, else 0.
  uint64_t knownSize() const { return Known; }
  // 32-bit values at B.
  llvm::Value *localSize(llvm::IRBuilderBase &B, unsigned D) const;
  llvm::Value *localId(llvm::IRBuilderBase &B, unsigned D) const;
  llvm::Value *size(llvm::IRBuilderBase &B) const;
  llvm::Value *linearId(llvm::IRBuilderBase &B) const;
  llvm::Value *subGroups(llvm::IRBuilderBase &B) const;
  llvm::Value *subGroup(llvm::IRBuilderBase &B) const;
  llvm::Value *lane(llvm::IRBuilderBase &B) const;
  llvm::Value *members(llvm::IRBuilderBase &B) const; // of the own sub-group: the last one may be smaller
  unsigned maxSubGroups() const;

  const GpuDevice &Device;

private:
  unsigned Dims;
  bool Single;
  uint64_t Known = 0;
  std::optional<LaunchConstants> Constants;
};

// Replaces barriers and group functions in F, which is of the kernel KernelName. SF4004 for one whose scope or
// operation is not constant, or whose value is of a type that cannot be moved between work-items.
llvm::Error lowerGroupFunctions(llvm::Function &F, const GpuGroup &Group, llvm::StringRef KernelName,
                                llvm::StringRef TargetName);

} // namespace syclfuse::fuser
