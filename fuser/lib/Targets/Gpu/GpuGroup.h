// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "GpuDevice.h"
#include "Targets/Common/WorkItem.h"

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

} // namespace syclfuse::fuser
