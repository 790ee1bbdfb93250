// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Gpu/GpuDevice.h"

namespace syclfuse::fuser {

// Sizes of the launch come from the implicit arguments of code object version 5, which hipModuleLaunchKernel fills in.
class HipDevice final : public GpuDevice {
public:
  explicit HipDevice(unsigned SubGroupSize);

  void limitGroup(llvm::Function &Kernel, unsigned MaxGroup, const std::array<uint64_t, 3> *Exact) const override;
  llvm::Type *aggregateType(const llvm::Argument &From) const override;
  void addAggregateAttributes(llvm::Argument &Kernel, const llvm::Argument &From) const override;
  llvm::Value *aggregateAddress(llvm::IRBuilderBase &B, llvm::Argument &Kernel,
                                const llvm::Argument &From) const override;
  llvm::Value *localId(llvm::IRBuilderBase &B, unsigned D) const override;
  llvm::Value *groupId(llvm::IRBuilderBase &B, unsigned D) const override;
  llvm::Value *localSize(llvm::IRBuilderBase &B, unsigned D) const override;
  llvm::Value *numGroups(llvm::IRBuilderBase &B, unsigned D) const override;
  void groupBarrier(llvm::IRBuilderBase &B) const override;
  void subGroupBarrier(llvm::IRBuilderBase &B, llvm::Value *Members) const override;
  llvm::Value *shuffle(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Value *Lane, llvm::Value *Members) const override;
  llvm::Value *any(llvm::IRBuilderBase &B, llvm::Value *P, llvm::Value *Members) const override;

private:
  llvm::Value *implicit(llvm::IRBuilderBase &B, unsigned Offset, llvm::Type *T) const;
};

} // namespace syclfuse::fuser
