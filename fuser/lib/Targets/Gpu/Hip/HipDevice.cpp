// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HipDevice.h"

#include "HipFamily.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

#include <string>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned ConstantSpace = 4, PrivateSpace = 5;
constexpr Intrinsic::ID WorkItemId[] = {Intrinsic::amdgcn_workitem_id_x, Intrinsic::amdgcn_workitem_id_y,
                                        Intrinsic::amdgcn_workitem_id_z};
constexpr Intrinsic::ID WorkGroupId[] = {Intrinsic::amdgcn_workgroup_id_x, Intrinsic::amdgcn_workgroup_id_y,
                                         Intrinsic::amdgcn_workgroup_id_z};
// User Guide for AMDGPU Backend, "Code Object V5 Metadata": hidden_block_count_x and hidden_group_size_x.
constexpr unsigned BlockCountOffset = 0, GroupSizeOffset = 12;

void fence(IRBuilderBase &B, AtomicOrdering Ordering, StringRef Scope) {
  B.CreateFence(Ordering, B.getContext().getOrInsertSyncScopeID(Scope));
}

} // namespace

HipDevice::HipDevice(unsigned SubGroupSize) : GpuDevice(hipFamily(), SubGroupSize) {}

void HipDevice::limitGroup(Function &Kernel, unsigned MaxGroup, const std::array<uint64_t, 3> *Exact) const {
  uint64_t Least = 1, Most = MaxGroup;
  if (Exact) {
    Least = Most = (*Exact)[0] * (*Exact)[1] * (*Exact)[2];
    Type *I32 = Type::getInt32Ty(Kernel.getContext());
    SmallVector<Metadata *, 3> Sizes;
    for (uint64_t Size : *Exact)
      Sizes.push_back(ConstantAsMetadata::get(ConstantInt::get(I32, Size)));
    Kernel.setMetadata("reqd_work_group_size", MDNode::get(Kernel.getContext(), Sizes));
  }
  Kernel.addFnAttr("amdgpu-flat-work-group-size", std::to_string(Least) + "," + std::to_string(Most));
  // The grid is a number of whole groups.
  Kernel.addFnAttr("uniform-work-group-size", "true");
}

Type *HipDevice::aggregateType(const Argument &From) const {
  return PointerType::get(From.getContext(), ConstantSpace);
}

void HipDevice::addAggregateAttributes(Argument &Kernel, const Argument &From) const {
  AttrBuilder Attributes(Kernel.getContext());
  Attributes.addByRefAttr(From.getParamByValType());
  Attributes.addAttribute(Attribute::NoAlias);
  if (MaybeAlign A = From.getParamAlign())
    Attributes.addAlignmentAttr(A);
  Kernel.addAttrs(Attributes);
}

// The kernel may write to its copy; instcombine removes copies that are only read.
Value *HipDevice::aggregateAddress(IRBuilderBase &B, Argument &Kernel, const Argument &From) const {
  Type *T = From.getParamByValType();
  AllocaInst *Copy = B.CreateAlloca(T, PrivateSpace);
  if (MaybeAlign A = From.getParamAlign(); A && *A > Copy->getAlign())
    Copy->setAlignment(*A);
  uint64_t Size = Kernel.getParent()->getDataLayout().getTypeAllocSize(T);
  B.CreateMemCpy(Copy, Copy->getAlign(), &Kernel, Kernel.getParamAlign(), Size);
  return Copy;
}

Value *HipDevice::localId(IRBuilderBase &B, unsigned D) const { return B.CreateIntrinsic(WorkItemId[D], {}); }
Value *HipDevice::groupId(IRBuilderBase &B, unsigned D) const { return B.CreateIntrinsic(WorkGroupId[D], {}); }

Value *HipDevice::implicit(IRBuilderBase &B, unsigned Offset, Type *T) const {
  Value *Base = B.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, {});
  LoadInst *Load = B.CreateAlignedLoad(T, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset),
                                       commonAlignment(Align(8), Offset));
  MDNode *None = MDNode::get(B.getContext(), {});
  Load->setMetadata(LLVMContext::MD_invariant_load, None);
  Load->setMetadata(LLVMContext::MD_noundef, None);
  return B.CreateZExt(Load, B.getInt32Ty());
}

Value *HipDevice::localSize(IRBuilderBase &B, unsigned D) const {
  return implicit(B, GroupSizeOffset + 2 * D, B.getInt16Ty());
}

Value *HipDevice::numGroups(IRBuilderBase &B, unsigned D) const {
  return implicit(B, BlockCountOffset + 4 * D, B.getInt32Ty());
}

void HipDevice::groupBarrier(IRBuilderBase &B) const {
  fence(B, AtomicOrdering::Release, "workgroup");
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier, {});
  fence(B, AtomicOrdering::Acquire, "workgroup");
}

void HipDevice::subGroupBarrier(IRBuilderBase &B, Value *Members) const {
  fence(B, AtomicOrdering::Release, "wavefront");
  B.CreateIntrinsic(Intrinsic::amdgcn_wave_barrier, {});
  fence(B, AtomicOrdering::Acquire, "wavefront");
}

Value *HipDevice::shuffle(IRBuilderBase &B, Value *V, Value *Lane, Value *Members) const {
  if (isa<Constant>(Lane)) // the same for all: no trip through the crossbar
    return B.CreateIntrinsic(Intrinsic::amdgcn_readlane, {V->getType()}, {V, Lane});
  return B.CreateIntrinsic(Intrinsic::amdgcn_ds_bpermute, {B.CreateShl(Lane, 2), V});
}

Value *HipDevice::any(IRBuilderBase &B, Value *P, Value *Members) const {
  Type *Mask = B.getIntNTy(SubGroupSize);
  return B.CreateICmpNE(B.CreateIntrinsic(Intrinsic::amdgcn_ballot, {Mask}, {P}), ConstantInt::get(Mask, 0));
}

} // namespace syclfuse::fuser
