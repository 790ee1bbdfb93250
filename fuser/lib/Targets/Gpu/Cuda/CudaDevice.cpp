// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaDevice.h"

#include "CudaFamily.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

#include <string>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr Intrinsic::ID Tid[] = {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                 Intrinsic::nvvm_read_ptx_sreg_tid_z};
constexpr Intrinsic::ID NTid[] = {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                  Intrinsic::nvvm_read_ptx_sreg_ntid_z};
constexpr Intrinsic::ID CtaId[] = {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                   Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
constexpr Intrinsic::ID NCtaId[] = {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                                    Intrinsic::nvvm_read_ptx_sreg_nctaid_z};

// The lanes that take part, as a mask: the lowest Members ones, of which there is at least one.
Value *memberMask(IRBuilderBase &B, Value *Members) {
  return B.CreateLShr(B.getInt32(~0u), B.CreateSub(B.getInt32(32), Members));
}

// sm_80 and later, 32-bit integers.
Intrinsic::ID reduction(Builtin Kind) {
  switch (Kind) {
  case Builtin::GroupIAdd:
    return Intrinsic::nvvm_redux_sync_add;
  case Builtin::GroupSMin:
    return Intrinsic::nvvm_redux_sync_min;
  case Builtin::GroupUMin:
    return Intrinsic::nvvm_redux_sync_umin;
  case Builtin::GroupSMax:
    return Intrinsic::nvvm_redux_sync_max;
  case Builtin::GroupUMax:
    return Intrinsic::nvvm_redux_sync_umax;
  case Builtin::GroupAnd:
    return Intrinsic::nvvm_redux_sync_and;
  case Builtin::GroupOr:
    return Intrinsic::nvvm_redux_sync_or;
  case Builtin::GroupXor:
    return Intrinsic::nvvm_redux_sync_xor;
  default:
    return Intrinsic::not_intrinsic;
  }
}

} // namespace

CudaDevice::CudaDevice(unsigned ComputeCapability)
    : GpuDevice(cudaFamily(), /*SubGroupSize=*/32), ComputeCapability(ComputeCapability) {}

void CudaDevice::limitGroup(Function &Kernel, unsigned MaxGroup, const std::array<uint64_t, 3> *Exact) const {
  if (!Exact)
    return Kernel.addFnAttr("nvvm.maxntid", std::to_string(MaxGroup));
  std::string Sizes;
  for (unsigned D = 0; D != 3; ++D)
    Sizes += (D ? "," : "") + std::to_string((*Exact)[D]);
  Kernel.addFnAttr("nvvm.reqntid", Sizes);
}

Type *CudaDevice::aggregateType(const Argument &From) const { return From.getType(); }

void CudaDevice::addAggregateAttributes(Argument &Kernel, const Argument &From) const {
  for (Attribute::AttrKind Kind : {Attribute::ByVal, Attribute::Alignment})
    if (From.hasAttribute(Kind))
      Kernel.addAttr(From.getAttribute(Kind));
}

Value *CudaDevice::aggregateAddress(IRBuilderBase &B, Argument &Kernel, const Argument &From) const { return &Kernel; }

Value *CudaDevice::localId(IRBuilderBase &B, unsigned D) const { return B.CreateIntrinsic(Tid[D], {}); }
Value *CudaDevice::groupId(IRBuilderBase &B, unsigned D) const { return B.CreateIntrinsic(CtaId[D], {}); }
Value *CudaDevice::localSize(IRBuilderBase &B, unsigned D) const { return B.CreateIntrinsic(NTid[D], {}); }
Value *CudaDevice::numGroups(IRBuilderBase &B, unsigned D) const { return B.CreateIntrinsic(NCtaId[D], {}); }

void CudaDevice::groupBarrier(IRBuilderBase &B) const {
  B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {B.getInt32(0)});
}

void CudaDevice::subGroupBarrier(IRBuilderBase &B, Value *Members) const {
  B.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {memberMask(B, Members)});
}

Value *CudaDevice::shuffle(IRBuilderBase &B, Value *V, Value *Lane, Value *Members) const {
  return B.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_idx_i32, {memberMask(B, Members), V, Lane, B.getInt32(31)});
}

Value *CudaDevice::exchange(IRBuilderBase &B, Value *V, unsigned Distance, Value *Members) const {
  return B.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_bfly_i32,
                           {memberMask(B, Members), V, B.getInt32(Distance), B.getInt32(31)});
}

Value *CudaDevice::any(IRBuilderBase &B, Value *P, Value *Members) const {
  return B.CreateIntrinsic(Intrinsic::nvvm_vote_any_sync, {memberMask(B, Members), P});
}

Value *CudaDevice::reduce(IRBuilderBase &B, Builtin Kind, Value *V, Value *Members) const {
  Intrinsic::ID ID = reduction(Kind);
  if (ComputeCapability < 80 || ID == Intrinsic::not_intrinsic || !V->getType()->isIntegerTy(32))
    return nullptr;
  return B.CreateIntrinsic(ID, {V, memberMask(B, Members)});
}

} // namespace syclfuse::fuser
