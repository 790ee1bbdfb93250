// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SealMathematics.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral Mark = "sycl-fuse-fmuladd";

bool isFloating(const Type *T) { return T->isFPOrFPVectorTy(); }
bool hasFloats(const CallBase &Call) {
  return isFloating(Call.getType()) || any_of(Call.args(), [](const Use &U) { return isFloating(U->getType()); });
}

// Functions that have one right result, which the host computes as well; of NaNs nobody promises the bits.
bool hasOneResult(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::is_fpclass:
    return true;
  default:
    return false;
  }
}

Intrinsic::ID sealed(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fmuladd:
    return Intrinsic::fma;
  case Intrinsic::minnum:
    return Intrinsic::minimumnum;
  case Intrinsic::maxnum:
    return Intrinsic::maximumnum;
  default:
    return ID;
  }
}

void callInstead(CallBase &Call, Intrinsic::ID ID) {
  Call.setCalledFunction(Intrinsic::getOrInsertDeclaration(Call.getModule(), ID, {Call.getType()}));
}

Value *callAssembly(IRBuilder<> &B, Type *Result, StringRef Text, StringRef Constraints, ArrayRef<Value *> Operands) {
  SmallVector<Type *, 1> Types;
  for (Value *V : Operands)
    Types.push_back(V->getType());
  auto *Assembly = InlineAsm::get(FunctionType::get(Result, Types, false), Text, Constraints, /*hasSideEffects=*/false);
  CallInst *Value = B.CreateCall(Assembly, Operands);
  Value->setDoesNotAccessMemory();
  Value->setDoesNotThrow();
  Value->addFnAttr(Attribute::WillReturn);
  return Value;
}

Value *hiddenBits(IRBuilder<> &B, ConstantFolder From, Constant *Bits) {
  Type *T = Bits->getType();
  if (From != ConstantFolder::PtxAssembler)
    return callAssembly(B, T, "", From == ConstantFolder::X86Optimizer ? "=r,0" : "=v,0", {Bits});
  // The size of shared memory is not known before the launch, and less than 2 GiB.
  Value *Size = callAssembly(B, B.getInt32Ty(), "mov.u32 $0, %dynamic_smem_size;", "=r", {});
  return B.CreateXor(Bits, B.CreateZExtOrTrunc(B.CreateLShr(Size, 31), T));
}

// C from a register; of a vector, element by element.
Value *hidden(IRBuilder<> &B, ConstantFolder From, Constant *C) {
  if (auto *Vector = dyn_cast<FixedVectorType>(C->getType())) {
    Value *All = PoisonValue::get(Vector);
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      All = B.CreateInsertElement(All, hidden(B, From, C->getAggregateElement(I)), I);
    return All;
  }
  Type *Bits = B.getIntNTy(C->getType()->getScalarSizeInBits());
  return B.CreateBitCast(hiddenBits(B, From, ConstantExpr::getBitCast(C, Bits)), C->getType());
}

bool isHidable(const Value *V) { return isa<Constant>(V) && isFloating(V->getType()) && !isa<UndefValue>(V); }

void hideConstants(CallBase &Call, ConstantFolder From) {
  Function &F = *Call.getFunction();
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (Use &Operand : Call.args())
    if (isHidable(Operand.get()))
      Operand.set(hidden(Entry, From, cast<Constant>(Operand.get())));
}

bool isMathematics(const CallBase &Call) {
  const Function *Called = Call.getCalledFunction();
  return Called && hasFloats(Call) &&
         (Called->isIntrinsic() || (Called->isDeclaration() && isLibmFunction(Called->getName())));
}

} // namespace

void sealMathematics(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !isMathematics(*Call))
      continue;
    const Intrinsic::ID ID = Call->getIntrinsicID(), Instead = sealed(ID);
    if (ID != Instead)
      callInstead(*Call, Instead);
    if (ID == Intrinsic::fmuladd)
      Call->addFnAttr(Attribute::get(F.getContext(), Mark));
    if (ID == Intrinsic::fmuladd || !hasOneResult(Instead))
      Call->addFnAttr(Attribute::NoBuiltin);
  }
}

void unsealMultiplyAdd(Function &F, MultiplyAdd How) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->hasFnAttr(Mark))
      continue;
    Call->removeFnAttr(Mark);
    if (How == MultiplyAdd::AsLikes)
      callInstead(*Call, Intrinsic::fmuladd);
    if (How != MultiplyAdd::Twice)
      continue;
    IRBuilder<> B(Call);
    B.setFastMathFlags(Call->getFastMathFlags());
    Value *Product = B.CreateFMul(Call->getArgOperand(0), Call->getArgOperand(1));
    Call->replaceAllUsesWith(B.CreateFAdd(Product, Call->getArgOperand(2)));
    Call->eraseFromParent();
  }
}

void hideSealedConstants(Function &F, ConstantFolder From) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && isMathematics(*Call) && Call->isNoBuiltin() && !hasOneResult(Call->getIntrinsicID()))
      hideConstants(*Call, From);
}

void hideConstantCalls(Function &F, ConstantFolder From) {
  const auto IsKnown = [](const Use &U) { return !isFloating(U->getType()) || isHidable(U.get()); };
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && any_of(Call->args(), [](const Use &U) { return isFloating(U->getType()); }) &&
        all_of(Call->args(), IsKnown) && !hasOneResult(Call->getIntrinsicID()))
      hideConstants(*Call, From);
}

bool keepsBits(const CallBase &Call) {
  return !hasFloats(Call) || Call.isNoBuiltin() || hasOneResult(Call.getIntrinsicID());
}

} // namespace syclfuse::fuser
