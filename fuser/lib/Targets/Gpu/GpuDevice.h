// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions of a GPU that kernels are built of: how ids are read, what a barrier or a shuffle is, how arguments
// arrive. GpuKernel and GpuGroups do the rest, alike for all vendors.
#pragma once

#include "GpuFamily.h"

#include "Analysis/Dialects/Builtins.h"

#include <array>
#include <cstdint>

namespace llvm {
class Argument;
class Function;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// Address spaces that all GPUs of LLVM share.
inline constexpr unsigned GpuGlobalSpace = 1, GpuLocalSpace = 3;

class GpuDevice {
public:
  GpuDevice(const GpuFamily &Family, unsigned SubGroupSize) : Family(Family), SubGroupSize(SubGroupSize) {}
  virtual ~GpuDevice() = default;

  const GpuFamily &Family;
  const unsigned SubGroupSize;

  // Work-items of a group, at most MaxGroup; Exact: this local size, or null.
  virtual void limitGroup(llvm::Function &Kernel, unsigned MaxGroup, const std::array<uint64_t, 3> *Exact) const = 0;

  // An aggregate (byval) argument as a parameter of a kernel, and its address for the work-item function.
  virtual llvm::Type *aggregateType(const llvm::Argument &From) const = 0;
  virtual void addAggregateAttributes(llvm::Argument &Kernel, const llvm::Argument &From) const = 0;
  virtual llvm::Value *aggregateAddress(llvm::IRBuilderBase &B, llvm::Argument &Kernel,
                                        const llvm::Argument &From) const = 0;

  // 32-bit numbers of the launch; dimension 0 is the fastest.
  virtual llvm::Value *localId(llvm::IRBuilderBase &B, unsigned D) const = 0;
  virtual llvm::Value *groupId(llvm::IRBuilderBase &B, unsigned D) const = 0;
  virtual llvm::Value *localSize(llvm::IRBuilderBase &B, unsigned D) const = 0;
  virtual llvm::Value *numGroups(llvm::IRBuilderBase &B, unsigned D) const = 0;

  // Barriers order accesses to local and global memory within the group. Members: how many work-items the sub-group
  // has.
  virtual void groupBarrier(llvm::IRBuilderBase &B) const = 0;
  virtual void subGroupBarrier(llvm::IRBuilderBase &B, llvm::Value *Members) const = 0;
  // The i32 V of a lane that is in the sub-group.
  virtual llvm::Value *shuffle(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Value *Lane,
                               llvm::Value *Members) const = 0;
  // The i32 V of the lane whose number differs by `Distance`, a power of two, by one instruction, or null.
  virtual llvm::Value *exchange(llvm::IRBuilderBase &B, llvm::Value *V, unsigned Distance, llvm::Value *Members) const {
    return nullptr;
  }
  // True if P is true in some work-item of the sub-group.
  virtual llvm::Value *any(llvm::IRBuilderBase &B, llvm::Value *P, llvm::Value *Members) const = 0;
  // A reduction over the sub-group by one instruction, or null.
  virtual llvm::Value *reduce(llvm::IRBuilderBase &B, Builtin Kind, llvm::Value *V, llvm::Value *Members) const {
    return nullptr;
  }
};

} // namespace syclfuse::fuser
