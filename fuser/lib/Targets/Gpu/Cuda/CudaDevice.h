// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Gpu/GpuDevice.h"

namespace syclfuse::fuser {

class CudaDevice final : public GpuDevice {
public:
  // ComputeCapability: 90 for sm_90.
  explicit CudaDevice(unsigned ComputeCapability);

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
  llvm::Value *exchange(llvm::IRBuilderBase &B, llvm::Value *V, unsigned Distance, llvm::Value *Members) const override;
  llvm::Value *any(llvm::IRBuilderBase &B, llvm::Value *P, llvm::Value *Members) const override;
  llvm::Value *reduce(llvm::IRBuilderBase &B, Builtin Kind, llvm::Value *V, llvm::Value *Members) const override;

private:
  unsigned ComputeCapability;
};

} // namespace syclfuse::fuser
