// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SequenceOperations.h"

using namespace llvm;

namespace syclfuse::fuser::sequence {

Value *integerOperation(IRBuilder<> &B, unsigned Operation, Value *X, Value *Y) {
  switch (Operation % 8) {
  case 0:
    return B.CreateAdd(X, Y);
  case 1:
    return B.CreateSub(X, Y);
  case 2:
    return B.CreateMul(X, Y);
  case 3:
    return B.CreateXor(X, B.CreateLShr(Y, B.getInt32(3)));
  case 4:
    return B.CreateSelect(B.CreateICmpSLT(X, Y), X, Y);
  case 5:
    return B.CreateShl(X, B.CreateAnd(Y, 7));
  case 6:
    return B.CreateSRem(X, B.CreateAdd(B.CreateAnd(Y, 31), B.getInt32(1)));
  default:
    return B.CreateUDiv(X, B.CreateAdd(B.CreateAnd(Y, 15), B.getInt32(1)));
  }
}

// Kept small: neither infinities nor NaNs, whose bits are nobody's promise, and any int can hold it.
static Value *bounded(IRBuilder<> &B, Value *X) {
  Value *Small = B.CreateFCmpOLT(B.CreateUnaryIntrinsic(Intrinsic::fabs, X), ConstantFP::get(X->getType(), 1e6));
  return B.CreateSelect(Small, X, ConstantFP::get(X->getType(), 0));
}

Value *floatOperation(IRBuilder<> &B, unsigned Operation, Value *X, Value *Y) {
  Type *F32 = X->getType();
  auto Result = [&]() -> Value * {
    switch (Operation % 7) {
    case 0:
      return B.CreateFAdd(X, Y);
    case 1:
      return B.CreateFSub(X, Y);
    case 2:
      return B.CreateFMul(X, ConstantFP::get(F32, 0.5));
    case 3:
      return B.CreateFMul(X, Y);
    case 4:
      return B.CreateFDiv(X, B.CreateFAdd(B.CreateUnaryIntrinsic(Intrinsic::fabs, Y), ConstantFP::get(F32, 1)));
    case 5: // the product is exact, so that it does not matter whether the sum is rounded with it
      return B.CreateIntrinsic(Intrinsic::fmuladd, {F32}, {X, ConstantFP::get(F32, 0.5), Y});
    default:
      return B.CreateUnaryIntrinsic(Intrinsic::sqrt, B.CreateUnaryIntrinsic(Intrinsic::fabs, X));
    }
  };
  return bounded(B, Result());
}

AtomicRMWInst::BinOp atomicOperation(unsigned Operation) {
  static constexpr AtomicRMWInst::BinOp Operations[] = {AtomicRMWInst::Add,  AtomicRMWInst::Xor, AtomicRMWInst::Max,
                                                        AtomicRMWInst::UMin, AtomicRMWInst::Or,  AtomicRMWInst::Sub};
  return Operations[Operation % 6];
}

static Function *define(Module &M, StringRef Name, Type *Result, ArrayRef<Type *> Parameters) {
  auto *F = Function::Create(FunctionType::get(Result, Parameters, false), GlobalValue::InternalLinkage, Name, M);
  F->setCallingConv(CallingConv::SPIR_FUNC);
  return F;
}

Function *mixFunction(Module &M) {
  if (Function *Known = M.getFunction("mix"))
    return Known;
  Type *I32 = Type::getInt32Ty(M.getContext());
  Function *F = define(M, "mix", I32, {I32, I32});
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateRet(B.CreateXor(B.CreateMul(F->getArg(0), B.getInt32(33)), B.CreateLShr(F->getArg(1), 5)));
  return F;
}

// for (i = 0; i < (x & 3); ++i) y = mix(y, x + i);  return y < 0 ? mix(x, y) : y;
Function *deepFunction(Module &M) {
  if (Function *Known = M.getFunction("deep"))
    return Known;
  LLVMContext &C = M.getContext();
  Type *I32 = Type::getInt32Ty(C);
  Function *F = define(M, "deep", I32, {I32, I32}), *Mix = mixFunction(M);
  auto *Entry = BasicBlock::Create(C, "", F), *Head = BasicBlock::Create(C, "", F),
       *Body = BasicBlock::Create(C, "", F);
  auto *After = BasicBlock::Create(C, "", F), *Negative = BasicBlock::Create(C, "", F),
       *Done = BasicBlock::Create(C, "", F);
  IRBuilder<> B(Entry);
  auto CallMix = [&](Value *X, Value *Y) {
    CallInst *Call = B.CreateCall(Mix, {X, Y});
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    return Call;
  };
  Value *X = F->getArg(0), *Trips = B.CreateAnd(X, 3);
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  PHINode *I = B.CreatePHI(I32, 2), *Y = B.CreatePHI(I32, 2);
  B.CreateCondBr(B.CreateICmpULT(I, Trips), Body, After);
  B.SetInsertPoint(Body);
  I->addIncoming(B.getInt32(0), Entry);
  Y->addIncoming(F->getArg(1), Entry);
  Y->addIncoming(CallMix(Y, B.CreateAdd(X, I)), Body);
  I->addIncoming(B.CreateAdd(I, B.getInt32(1)), Body);
  B.CreateBr(Head);
  B.SetInsertPoint(After);
  B.CreateCondBr(B.CreateICmpSLT(Y, B.getInt32(0)), Negative, Done);
  B.SetInsertPoint(Negative);
  B.CreateRet(CallMix(X, Y));
  B.SetInsertPoint(Done);
  B.CreateRet(Y);
  return F;
}

StructType *filterType(LLVMContext &C) {
  return StructType::get(C, {Type::getFloatTy(C), ArrayType::get(Type::getInt32Ty(C), 2)});
}

// p.f = bounded(p.f * 0.25 + float(p.i[p.i[0] & 1] & 7)); return p.f;
Function *filterFunction(Module &M) {
  if (Function *Known = M.getFunction("filter"))
    return Known;
  LLVMContext &C = M.getContext();
  Type *F32 = Type::getFloatTy(C), *I32 = Type::getInt32Ty(C);
  Function *F = define(M, "filter", F32, {PointerType::get(C, 0)});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  StructType *T = filterType(C);
  Value *Index = B.CreateAnd(B.CreateLoad(I32, B.CreateStructGEP(T, F->getArg(0), 1)), 1);
  Value *Chosen = B.CreateLoad(I32, B.CreateInBoundsGEP(T, F->getArg(0), {B.getInt32(0), B.getInt32(1), Index}));
  Value *Old = B.CreateLoad(F32, F->getArg(0));
  Value *New = B.CreateFAdd(B.CreateFMul(Old, ConstantFP::get(F32, 0.25)), B.CreateSIToFP(B.CreateAnd(Chosen, 7), F32));
  B.CreateStore(bounded(B, New), F->getArg(0));
  B.CreateRet(B.CreateLoad(F32, F->getArg(0)));
  return F;
}

} // namespace syclfuse::fuser::sequence
