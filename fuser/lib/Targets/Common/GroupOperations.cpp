// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupOperations.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {

bool isReduction(Builtin B) { return B >= Builtin::GroupIAdd && B <= Builtin::GroupXor; }

Value *emitGroupOperation(IRBuilderBase &B, Builtin Kind, Value *Left, Value *Right) {
  switch (Kind) {
  case Builtin::GroupIAdd:
    return B.CreateAdd(Left, Right);
  case Builtin::GroupFAdd:
    return B.CreateFAdd(Left, Right);
  case Builtin::GroupIMul:
    return B.CreateMul(Left, Right);
  case Builtin::GroupFMul:
    return B.CreateFMul(Left, Right);
  case Builtin::GroupSMin:
    return B.CreateSelect(B.CreateICmpSLT(Right, Left), Right, Left);
  case Builtin::GroupUMin:
    return B.CreateSelect(B.CreateICmpULT(Right, Left), Right, Left);
  case Builtin::GroupSMax:
    return B.CreateSelect(B.CreateICmpSGT(Right, Left), Right, Left);
  case Builtin::GroupUMax:
    return B.CreateSelect(B.CreateICmpUGT(Right, Left), Right, Left);
  case Builtin::GroupFMin:
    return B.CreateMinNum(Left, Right);
  case Builtin::GroupFMax:
    return B.CreateMaxNum(Left, Right);
  case Builtin::GroupAnd:
    return B.CreateAnd(Left, Right);
  case Builtin::GroupOr:
    return B.CreateOr(Left, Right);
  case Builtin::GroupXor:
    return B.CreateXor(Left, Right);
  default:
    llvm_unreachable("not a reduction");
  }
}

Constant *groupIdentity(Builtin Kind, Type *T) {
  unsigned Bits = T->getScalarSizeInBits();
  switch (Kind) {
  case Builtin::GroupIMul:
    return ConstantInt::get(T, 1);
  case Builtin::GroupFMul:
    return ConstantFP::get(T, 1);
  case Builtin::GroupSMin:
    return ConstantInt::get(T, APInt::getSignedMaxValue(Bits));
  case Builtin::GroupSMax:
    return ConstantInt::get(T, APInt::getSignedMinValue(Bits));
  case Builtin::GroupUMin:
  case Builtin::GroupAnd:
    return Constant::getAllOnesValue(T);
  case Builtin::GroupFMin:
    return ConstantFP::getInfinity(T);
  case Builtin::GroupFMax:
    return ConstantFP::getInfinity(T, /*Negative=*/true);
  default: // sums, or, xor, unsigned maximum
    return Constant::getNullValue(T);
  }
}

Constant *groupNeutral(Builtin Kind, Type *T) {
  switch (Kind) {
  case Builtin::GroupFAdd:
    return ConstantFP::getNegativeZero(T);
  case Builtin::GroupIAdd:
  case Builtin::GroupXor:
  case Builtin::GroupIMul:
  case Builtin::GroupFMul:
    return groupIdentity(Kind, T);
  default:
    return nullptr;
  }
}

Expected<std::optional<unsigned>> requiredSubGroupSize(const Function &Kernel, StringRef TargetName) {
  for (StringRef Name : {"intel_reqd_sub_group_size", "reqd_sub_group_size"})
    if (MDNode *N = Kernel.getMetadata(Name)) {
      auto *C = N->getNumOperands() == 1 ? mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(0)) : nullptr;
      if (C && !C->isZero() && C->getValue().ule(1024))
        return unsigned(C->getZExtValue());
      return fuseError(diag::unsupported_construct,
                       {userName(Kernel), TargetName.str(), "'" + Name.str() + "' is no number from 1 to 1024"},
                       Kernel);
    }
  return std::nullopt;
}

} // namespace syclfuse::fuser
