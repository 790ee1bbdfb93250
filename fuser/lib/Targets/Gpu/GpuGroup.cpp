// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuGroup.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace syclfuse::fuser {

constexpr unsigned LargestGroup = 1024; // work-items, on all GPUs

GpuGroup::GpuGroup(const GpuDevice &Device, const LaunchShape &Shape)
    : Device(Device), Dims(Shape.Dims), Single(Shape.Kind != range_kind::nd_range), Constants(launchConstants(Shape)) {
  Known = Single ? 1 : Constants ? Constants->groupSize() : 0;
}

Value *GpuGroup::localSize(IRBuilderBase &B, unsigned D) const {
  if (Single || D >= Dims)
    return B.getInt32(1);
  return Constants ? B.getInt32(Constants->Local[D]) : Device.localSize(B, D);
}

Value *GpuGroup::localId(IRBuilderBase &B, unsigned D) const {
  return Single || D >= Dims ? B.getInt32(0) : Device.localId(B, D);
}

Value *GpuGroup::size(IRBuilderBase &B) const {
  Value *Size = localSize(B, 0);
  for (unsigned D = 1; D < Dims; ++D)
    Size = B.CreateMul(Size, localSize(B, D), "", true, true);
  return Size;
}

Value *GpuGroup::linearId(IRBuilderBase &B) const {
  Value *Id = localId(B, Dims - 1);
  for (unsigned D = Dims - 1; D-- > 0;)
    Id = B.CreateAdd(B.CreateMul(Id, localSize(B, D), "", true, true), localId(B, D), "", true, true);
  return Id;
}

unsigned GpuGroup::maxSubGroups() const {
  return divideCeil(Known ? Known : LargestGroup, uint64_t(Device.SubGroupSize));
}

Value *GpuGroup::subGroups(IRBuilderBase &B) const {
  unsigned Lanes = Device.SubGroupSize;
  return B.CreateUDiv(B.CreateAdd(size(B), B.getInt32(Lanes - 1)), B.getInt32(Lanes));
}

Value *GpuGroup::subGroup(IRBuilderBase &B) const { return B.CreateUDiv(linearId(B), B.getInt32(Device.SubGroupSize)); }

// Hardware fills sub-groups in the order of linear ids, dimension 0 first.
Value *GpuGroup::lane(IRBuilderBase &B) const { return B.CreateURem(linearId(B), B.getInt32(Device.SubGroupSize)); }

Value *GpuGroup::members(IRBuilderBase &B) const {
  unsigned Lanes = Device.SubGroupSize;
  if (Known && Known % Lanes == 0)
    return B.getInt32(Lanes);
  if (Known && Known < Lanes)
    return B.getInt32(Known);
  Value *First = B.CreateMul(subGroup(B), B.getInt32(Lanes), "", true, true);
  return B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(size(B), First, "", true, true), B.getInt32(Lanes));
}

} // namespace syclfuse::fuser
