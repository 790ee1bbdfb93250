// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvLowering.h"
#include "Analysis/Dialects/Builtins.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The letters of the Itanium ABI by which OpenCL C tells its overloads apart.
std::string mangledType(Type *T, bool Unsigned) {
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return "Dv" + std::to_string(V->getNumElements()) + "_" + mangledType(V->getElementType(), Unsigned);
  if (T->isPointerTy())
    return "Pi"; // of frexp
  if (T->isHalfTy())
    return "Dh";
  if (!T->isIntegerTy())
    return T->isFloatTy() ? "f" : "d";
  StringRef Letters = Unsigned ? "htjm" : "csil";
  return Letters.substr(Log2_32(std::max(8u, T->getIntegerBitWidth())) - 3, 1).str();
}

Value *callOpenCL(IRBuilder<> &B, StringRef Name, Type *Result, ArrayRef<Value *> Operands, bool Unsigned = false) {
  std::string Mangled = "_Z" + std::to_string(Name.size()) + Name.str();
  SmallVector<Type *, 3> Types;
  for (Value *V : Operands) {
    Types.push_back(V->getType());
    Mangled += mangledType(V->getType(), Unsigned);
  }
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(Mangled, FunctionType::get(Result, Types, false));
  return B.CreateCall(Callee, Operands);
}

StringRef openCLName(Intrinsic::ID ID) {
  switch (ID) {
#define SF_SPIRV_MATH(Intrinsic_, Name)                                                                                \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Name;
#include "SpirvIntrinsics.def"
  default:
    return "";
  }
}

// A result of two parts.
void replacePair(CallInst &I, Value *First, Value *Second) {
  for (User *U : make_early_inc_range(I.users()))
    if (auto *Part = dyn_cast<ExtractValueInst>(U)) {
      Part->replaceAllUsesWith(Part->getIndices()[0] == 0 ? First : Second);
      Part->eraseFromParent();
    }
  IRBuilder<> B(&I);
  if (!I.use_empty())
    I.replaceAllUsesWith(B.CreateInsertValue(B.CreateInsertValue(PoisonValue::get(I.getType()), First, 0), Second, 1));
}

// Swaps neighbours of From, 2 * From … bits: from 1 it reverses all bits, from 8 all bytes.
Value *reverse(IRBuilder<> &B, Value *X, unsigned From) {
  Type *T = X->getType();
  unsigned Width = T->getScalarSizeInBits();
  for (unsigned Step = From; Step < Width; Step *= 2) {
    APInt Low = APInt::getSplat(Width, APInt::getLowBitsSet(2 * Step, Step));
    Constant *Mask = ConstantInt::get(T, Low), *By = ConstantInt::get(T, Step);
    X = B.CreateOr(B.CreateAnd(B.CreateLShr(X, By), Mask), B.CreateShl(B.CreateAnd(X, Mask), By));
  }
  return X;
}

// Of the 2 * Width bits A:B, those that a shift of Amount leaves; no shift is as wide as its type.
Value *funnelShift(IRBuilder<> &B, Value *High, Value *Low, Value *Amount, bool Left) {
  Type *T = High->getType();
  unsigned Width = T->getScalarSizeInBits();
  Constant *One = ConstantInt::get(T, 1), *Last = ConstantInt::get(T, Width - 1);
  Value *By = B.CreateAnd(Amount, Last), *Rest = B.CreateXor(By, Last);
  return Left ? B.CreateOr(B.CreateShl(High, By), B.CreateLShr(B.CreateLShr(Low, One), Rest))
              : B.CreateOr(B.CreateShl(B.CreateShl(High, One), Rest), B.CreateLShr(Low, By));
}

// IEEE 754 minimum and maximum: a NaN stays one, -0 is less than 0.
Value *extremum(IRBuilder<> &B, Value *X, Value *Y, bool Least) {
  Type *T = X->getType(), *Int = T->getWithNewType(B.getIntNTy(T->getScalarSizeInBits()));
  Value *Less = Least ? B.CreateFCmpOLT(X, Y) : B.CreateFCmpOGT(X, Y);
  Value *XBits = B.CreateBitCast(X, Int), *YBits = B.CreateBitCast(Y, Int);
  Value *Zero = B.CreateBitCast(Least ? B.CreateOr(XBits, YBits) : B.CreateAnd(XBits, YBits), T);
  Value *R = B.CreateSelect(Less, X, B.CreateSelect(B.CreateFCmpOEQ(X, Y), Zero, Y));
  return B.CreateSelect(B.CreateFCmpUNO(X, Y), B.CreateFAdd(X, Y), R);
}

// Which of the classes in Mask X is in, by its bits: llvm.is.fpclass does not care what arithmetic does with a NaN.
Value *isClass(IRBuilder<> &B, Value *X, FPClassTest Mask) {
  const fltSemantics &Semantics = X->getType()->getScalarType()->getFltSemantics();
  const unsigned Width = X->getType()->getScalarSizeInBits();
  Type *Int = X->getType()->getWithNewType(B.getIntNTy(Width));
  auto Bits = [&](const APInt &A) { return ConstantInt::get(Int, A); };
  const APInt Infinity = APFloat::getInf(Semantics).bitcastToAPInt();
  const APInt Smallest = APFloat::getSmallestNormalized(Semantics).bitcastToAPInt();
  const APInt Quiet = APFloat::getQNaN(Semantics).bitcastToAPInt();
  Value *All = B.CreateBitCast(X, Int), *Abs = B.CreateAnd(All, Bits(APInt::getSignedMaxValue(Width)));
  Value *Negative = B.CreateICmpSLT(All, Constant::getNullValue(Int)), *Positive = B.CreateNot(Negative);
  Value *Finite = B.CreateICmpULT(Abs, Bits(Infinity)), *Tiny = B.CreateICmpULT(Abs, Bits(Smallest));
  Value *IsZero = B.CreateICmpEQ(Abs, Constant::getNullValue(Int));
  Value *R = ConstantInt::getFalse(Negative->getType());
  auto Add = [&](FPClassTest Class, Value *Test, Value *Sign) {
    if (Mask & Class)
      R = B.CreateOr(R, Sign ? B.CreateAnd(Test, Sign) : Test);
  };
  auto AddSigned = [&](FPClassTest Below, FPClassTest Above, Value *Test) {
    Add(Below, Test, Negative);
    Add(Above, Test, Positive);
  };
  Add(fcQNan, B.CreateICmpUGE(Abs, Bits(Quiet)), nullptr);
  Add(fcSNan, B.CreateAnd(B.CreateICmpUGT(Abs, Bits(Infinity)), B.CreateICmpULT(Abs, Bits(Quiet))), nullptr);
  AddSigned(fcNegInf, fcPosInf, B.CreateICmpEQ(Abs, Bits(Infinity)));
  AddSigned(fcNegNormal, fcPosNormal, B.CreateAnd(Finite, B.CreateNot(Tiny)));
  AddSigned(fcNegSubnormal, fcPosSubnormal, B.CreateAnd(Tiny, B.CreateNot(IsZero)));
  AddSigned(fcNegZero, fcPosZero, IsZero);
  return R;
}

// -1, 0 or 1.
Value *threeWay(IRBuilder<> &B, Value *X, Value *Y, Type *Result, bool Signed) {
  Value *Less = B.CreateICmp(Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, X, Y);
  Value *Greater = B.CreateICmp(Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, X, Y);
  return B.CreateSelect(Less, Constant::getAllOnesValue(Result), B.CreateZExt(Greater, Result));
}

// The bits below the lowest one that is set; all of them for 0.
Value *trailingZeros(IRBuilder<> &B, Value *X) {
  Value *Lowest = B.CreateAnd(X, B.CreateNeg(X));
  return B.CreateUnaryIntrinsic(Intrinsic::ctpop, B.CreateSub(Lowest, ConstantInt::get(X->getType(), 1)));
}

void overflow(CallInst &I, Intrinsic::ID ID) {
  IRBuilder<> B(&I);
  Value *X = I.getArgOperand(0), *Y = I.getArgOperand(1), *R = nullptr, *Over = nullptr;
  Type *T = X->getType();
  auto Negative = [&](Value *V) { return B.CreateICmpSLT(V, Constant::getNullValue(T)); };
  switch (ID) {
  case Intrinsic::uadd_with_overflow:
    R = B.CreateAdd(X, Y);
    Over = B.CreateICmpULT(R, X);
    break;
  case Intrinsic::usub_with_overflow:
    R = B.CreateSub(X, Y);
    Over = B.CreateICmpULT(X, Y);
    break;
  case Intrinsic::sadd_with_overflow:
    R = B.CreateAdd(X, Y);
    Over = Negative(B.CreateAnd(B.CreateXor(X, R), B.CreateXor(Y, R)));
    break;
  case Intrinsic::ssub_with_overflow:
    R = B.CreateSub(X, Y);
    Over = Negative(B.CreateAnd(B.CreateXor(X, Y), B.CreateXor(X, R)));
    break;
  default:
    bool Unsigned = ID == Intrinsic::umul_with_overflow;
    R = B.CreateMul(X, Y);
    Value *High = callOpenCL(B, "mul_hi", T, {X, Y}, Unsigned);
    Constant *Last = ConstantInt::get(T, T->getScalarSizeInBits() - 1);
    Over = B.CreateICmpNE(High, Unsigned ? Constant::getNullValue(T) : B.CreateAShr(R, Last));
  }
  replacePair(I, R, Over);
}

void lowerModf(CallInst &I) {
  IRBuilder<> B(&I);
  Value *X = I.getArgOperand(0), *Whole = B.CreateUnaryIntrinsic(Intrinsic::trunc, X);
  Value *IsInf = B.CreateFCmpOEQ(B.CreateUnaryIntrinsic(Intrinsic::fabs, X), ConstantFP::getInfinity(X->getType()));
  Value *Part = B.CreateSelect(IsInf, Constant::getNullValue(X->getType()), B.CreateFSub(X, Whole));
  replacePair(I, B.CreateBinaryIntrinsic(Intrinsic::copysign, Part, X), Whole);
}

// OpenCL C stores the exponent.
bool lowerFrexp(CallInst &I) {
  Value *X = I.getArgOperand(0);
  if (X->getType()->isVectorTy() || !I.getType()->getStructElementType(1)->isIntegerTy(32))
    return false;
  BasicBlock &Entry = I.getFunction()->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  Value *Exponent = B.CreateAlloca(B.getInt32Ty());
  B.SetInsertPoint(&I);
  Value *Fraction = callOpenCL(B, "frexp", X->getType(), {X, Exponent});
  replacePair(I, Fraction, B.CreateLoad(B.getInt32Ty(), Exponent));
  return true;
}

void lowerMemory(MemIntrinsic &I) {
  TargetTransformInfo TTI(I.getDataLayout());
  if (auto *Copy = dyn_cast<MemCpyInst>(&I)) {
    if (isa<ConstantInt>(Copy->getLength()))
      return;
    expandMemCpyAsLoop(Copy, TTI);
  } else if (auto *Move = dyn_cast<MemMoveInst>(&I)) {
    if (!expandMemMoveAsLoop(Move, TTI))
      return;
  } else {
    expandMemSetAsLoop(cast<MemSetInst>(&I));
  }
  I.eraseFromParent();
}

// What I computes, or null if it is none of these.
Value *lowered(IntrinsicInst &I) {
  IRBuilder<> B(&I);
  if (auto *Operator = dyn_cast<FPMathOperator>(&I))
    B.setFastMathFlags(Operator->getFastMathFlags());
  auto Operand = [&](unsigned N) { return I.getArgOperand(N); };
  Intrinsic::ID ID = I.getIntrinsicID();
  switch (ID) {
  case Intrinsic::bitreverse:
    return reverse(B, Operand(0), 1);
  case Intrinsic::bswap:
    return reverse(B, Operand(0), 8);
  case Intrinsic::ctlz:
    return callOpenCL(B, "clz", I.getType(), {Operand(0)});
  case Intrinsic::cttz:
    return trailingZeros(B, Operand(0));
  case Intrinsic::is_fpclass:
    return isClass(B, Operand(0), FPClassTest(cast<ConstantInt>(Operand(1))->getZExtValue()));
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
    return threeWay(B, Operand(0), Operand(1), I.getType(), ID == Intrinsic::scmp);
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return funnelShift(B, Operand(0), Operand(1), Operand(2), ID == Intrinsic::fshl);
  case Intrinsic::minimum:
  case Intrinsic::maximum:
    return extremum(B, Operand(0), Operand(1), ID == Intrinsic::minimum);
  case Intrinsic::canonicalize:
    return B.CreateFMul(Operand(0), ConstantFP::get(I.getType(), 1));
  case Intrinsic::expect:
    return Operand(0);
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return B.CreateFPToSI(B.CreateUnaryIntrinsic(Intrinsic::rint, Operand(0)), I.getType());
  case Intrinsic::lround:
  case Intrinsic::llround:
    return B.CreateFPToSI(B.CreateUnaryIntrinsic(Intrinsic::round, Operand(0)), I.getType());
  default:
    if (StringRef Name = openCLName(ID); !Name.empty())
      return callOpenCL(B, Name, I.getType(), SmallVector<Value *, 3>(I.args()));
    return nullptr;
  }
}

// True if I is gone.
bool lowerIntrinsic(IntrinsicInst &I) {
  if (Value *New = lowered(I)) {
    I.replaceAllUsesWith(New);
    I.eraseFromParent();
    return true;
  }
  IRBuilder<> B(&I);
  switch (I.getIntrinsicID()) {
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::umul_with_overflow:
    overflow(I, I.getIntrinsicID());
    break;
  case Intrinsic::sincos:
    replacePair(I, B.CreateUnaryIntrinsic(Intrinsic::sin, I.getArgOperand(0)),
                B.CreateUnaryIntrinsic(Intrinsic::cos, I.getArgOperand(0)));
    break;
  case Intrinsic::modf:
    lowerModf(I);
    break;
  case Intrinsic::frexp:
    if (!lowerFrexp(I))
      return false;
    break;
  case Intrinsic::invariant_start:
    I.replaceAllUsesWith(PoisonValue::get(I.getType()));
    break;
  case Intrinsic::assume:
  case Intrinsic::dbg_assign:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_value:
  case Intrinsic::donothing:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::invariant_end:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::sideeffect:
    break;
  default:
    return false;
  }
  I.eraseFromParent();
  return true;
}

void lowerLibm(CallInst &I, StringRef Name) {
  IRBuilder<> B(&I);
  // Names of float functions end in f; erf is a double's.
  if (I.getType()->isFloatTy() && Name.ends_with("f"))
    Name = Name.drop_back();
  if (Name == "nearbyint")
    Name = "rint";
  I.replaceAllUsesWith(callOpenCL(B, Name, I.getType(), SmallVector<Value *, 3>(I.args())));
  I.eraseFromParent();
}

// Bools have no form in memory, and no arithmetic but the logical one.
bool lowerBool(Instruction &I) {
  Type *I8 = Type::getInt8Ty(I.getContext());
  IRBuilder<> B(&I);
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    if (Alloca->getAllocatedType()->isIntegerTy(1))
      Alloca->setAllocatedType(I8);
    return false;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!Store->getValueOperand()->getType()->isIntegerTy(1))
      return false;
    B.CreateAlignedStore(B.CreateZExt(Store->getValueOperand(), I8), Store->getPointerOperand(), Store->getAlign(),
                         Store->isVolatile());
    I.eraseFromParent();
    return true;
  }
  if (!I.getType()->isIntOrIntVectorTy(1))
    return false;
  Value *New = nullptr, *X = I.getNumOperands() ? I.getOperand(0) : nullptr;
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && I.getType()->isIntegerTy(1))
    New = B.CreateTrunc(B.CreateAlignedLoad(I8, Load->getPointerOperand(), Load->getAlign(), Load->isVolatile()),
                        I.getType());
  else if (I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Sub)
    New = B.CreateXor(X, I.getOperand(1));
  else if (I.getOpcode() == Instruction::Mul)
    New = B.CreateAnd(X, I.getOperand(1));
  else if (I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::SDiv || I.isShift())
    New = X; // by 1 and by 0 only
  else if (I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem)
    New = Constant::getNullValue(I.getType());
  if (!New)
    return false;
  I.replaceAllUsesWith(New);
  I.eraseFromParent();
  return true;
}

// A switch over a bool, which OpSwitch does not take, is a branch; its default may be reached by no value.
bool lowerBoolSwitch(Instruction &I) {
  auto *Switch = dyn_cast<SwitchInst>(&I);
  if (!Switch || !Switch->getCondition()->getType()->isIntegerTy(1))
    return false;
  LLVMContext &C = I.getContext();
  BasicBlock *Targets[] = {Switch->findCaseValue(ConstantInt::getTrue(C))->getCaseSuccessor(),
                           Switch->findCaseValue(ConstantInt::getFalse(C))->getCaseSuccessor()};
  bool Kept[] = {false, false};
  for (BasicBlock *Next : successors(I.getParent())) {
    unsigned N = !Kept[0] && Next == Targets[0] ? 0 : 1;
    if (!Kept[N] && Next == Targets[N])
      Kept[N] = true;
    else
      Next->removePredecessor(I.getParent(), true);
  }
  IRBuilder<>(&I).CreateCondBr(Switch->getCondition(), Targets[0], Targets[1]);
  I.eraseFromParent();
  return true;
}

// What LLVM makes of `any` and `all` of bools: they are compared as one integer, of a width that SPIR-V lacks.
bool lowerBoolsAsInteger(Instruction &I) {
  auto *Compare = dyn_cast<ICmpInst>(&I);
  auto *Bits = Compare ? dyn_cast<BitCastInst>(Compare->getOperand(0)) : nullptr;
  auto *Wanted = Compare ? dyn_cast<ConstantInt>(Compare->getOperand(1)) : nullptr;
  auto *Bools = Bits ? dyn_cast<FixedVectorType>(Bits->getSrcTy()) : nullptr;
  if (!Bools || !Wanted || !Bools->getElementType()->isIntegerTy(1) || !Compare->isEquality())
    return false;
  IRBuilder<> B(&I);
  Value *Same = nullptr;
  for (unsigned N = 0; N != Bools->getNumElements(); ++N) {
    Value *Bit = B.CreateExtractElement(Bits->getOperand(0), N);
    if (!Wanted->getValue()[N])
      Bit = B.CreateNot(Bit);
    Same = Same ? B.CreateAnd(Same, Bit) : Bit;
  }
  I.replaceAllUsesWith(Compare->getPredicate() == CmpInst::ICMP_EQ ? Same : B.CreateNot(Same));
  I.eraseFromParent();
  return true;
}

void lowerInstruction(Instruction &I) {
  if (lowerBoolSwitch(I) || lowerBoolsAsInteger(I))
    return;
  if (lowerBool(I) || lowerSpirvAtomic(I))
    return;
  if (auto *Compare = dyn_cast<FCmpInst>(&I)) {
    FCmpInst::Predicate P = Compare->getPredicate();
    if (P == FCmpInst::FCMP_FALSE || P == FCmpInst::FCMP_TRUE)
      I.replaceAllUsesWith(ConstantInt::get(I.getType(), P == FCmpInst::FCMP_TRUE));
  } else if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    lowerMemory(*Memory);
  } else if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    lowerIntrinsic(*Call);
  } else if (auto *Call = dyn_cast<CallInst>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    if (Callee && Callee->isDeclaration() && isLibmFunction(Callee->getName()))
      lowerLibm(*Call, Callee->getName());
  }
}

} // namespace

void lowerForSpirv(Module &M) {
  SmallVector<Function *, 4> Functions;
  for (Function &F : M)
    if (!F.isDeclaration())
      Functions.push_back(&F);
  for (Function *F : Functions) {
    // Some make new blocks, or erase what follows them (a pair's parts).
    SmallVector<WeakVH, 0> All;
    for (Instruction &I : instructions(*F))
      All.push_back(&I);
    for (WeakVH &V : All)
      if (auto *I = dyn_cast_or_null<Instruction>(static_cast<Value *>(V)))
        lowerInstruction(*I);
    for (BasicBlock &BB : *F)
      SimplifyInstructionsInBlock(&BB);
  }
}

} // namespace syclfuse::fuser
