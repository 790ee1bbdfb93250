// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MathCalls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

enum class Expansion { None, Scale, Exponent, Round, RoundEven, Fraction, Whole, SineCosine, Quotient, GammaSign };

Expansion expansionOf(const Function &F) {
  if (!F.isIntrinsic())
    return StringSwitch<Expansion>(F.getName())
#define SF_LIBM_EXPANDED(Name, How) .Cases({#Name, #Name "f"}, Expansion::How)
#include "syclfuse/libm_functions.def"
        .Case("lgammaf_r", Expansion::GammaSign)
        .Default(Expansion::None);
  switch (F.getIntrinsicID()) {
#define SF_MATH_INTRINSIC(Intrinsic_, How)                                                                             \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Expansion::How;
#include "MathCalls.def"
  default:
    return Expansion::None;
  }
}

bool isOfFloat(StringRef Name) {
  return StringSwitch<bool>(Name)
#define SF_LIBM_EXPANDED(Name, How) .Case(#Name "f", true)
#include "syclfuse/libm_functions.def"
      .Case("lgammaf_r", true)
      .Default(false);
}

// One number of IEEE 754: its parts, and arithmetic with it.
class Number {
public:
  Number(IRBuilder<> &B, Value *X) : B(B), X(X), T(X->getType()) {
    unsigned Width = T->getScalarSizeInBits();
    Int = B.getIntNTy(Width);
    const fltSemantics &Format = T->getFltSemantics();
    Mantissa = APFloat::semanticsPrecision(Format) - 1;
    Bias = APFloat::semanticsMaxExponent(Format);
    Bits = B.CreateBitCast(X, Int);
    Sign = APInt::getSignMask(Width);
    Magnitude = B.CreateAnd(Bits, ConstantInt::get(Int, ~Sign));
    IsZero = B.CreateICmpEQ(Magnitude, ConstantInt::get(Int, 0));
    Constant *Inf = ConstantInt::get(Int, APFloat::getInf(Format).bitcastToAPInt());
    IsNaN = B.CreateICmpUGT(Magnitude, Inf);
    IsInf = B.CreateICmpEQ(Magnitude, Inf);
    IsSpecial = B.CreateOr(IsZero, B.CreateOr(IsNaN, IsInf));
    // A denormal number is shifted until its first bit is the implied one.
    Value *Biased = B.CreateLShr(Magnitude, Mantissa);
    Value *Zeros = B.CreateBinaryIntrinsic(Intrinsic::ctlz, Magnitude, B.getFalse());
    Value *IsDenormal = B.CreateICmpEQ(Biased, ConstantInt::get(Int, 0));
    Value *Missing = B.CreateSub(Zeros, ConstantInt::get(Int, Width - 1 - Mantissa));
    Shift = B.CreateSelect(IsDenormal, Missing, ConstantInt::get(Int, 0));
    Value *Normal = B.CreateSub(B.CreateSelect(IsDenormal, ConstantInt::get(Int, 1), Biased), Shift);
    Exponent = B.CreateSub(B.CreateSExtOrTrunc(Normal, B.getInt32Ty()), B.getInt32(Bias));
  }

  // As C's ilogb with glibc's values for zero, NaN and infinities.
  Value *ilogb() {
    Value *Special = B.CreateSelect(IsInf, B.getInt32(INT_MAX), B.getInt32(INT_MIN));
    return B.CreateSelect(IsSpecial, Special, Exponent);
  }
  Value *frexpExponent() { return B.CreateSelect(IsSpecial, B.getInt32(0), B.CreateAdd(Exponent, B.getInt32(1))); }
  // In [0.5, 1).
  Value *frexpFraction() {
    APInt Low = APInt::getLowBitsSet(Int->getIntegerBitWidth(), Mantissa);
    Value *M = B.CreateAnd(B.CreateShl(Magnitude, Shift), ConstantInt::get(Int, Low));
    Value *Half = ConstantInt::get(Int, APInt(Int->getIntegerBitWidth(), Bias - 1).shl(Mantissa));
    Value *All = B.CreateOr(B.CreateOr(M, Half), B.CreateAnd(Bits, ConstantInt::get(Int, Sign)));
    return B.CreateSelect(IsSpecial, X, B.CreateBitCast(All, T));
  }
  Value *modfFraction(Value *Whole) {
    Value *Part = B.CreateSelect(IsInf, ConstantFP::get(T, 0), B.CreateFSub(X, Whole));
    return B.CreateBinaryIntrinsic(Intrinsic::copysign, Part, X);
  }
  // -1 between poles where the gamma function is negative, and for -0.
  Value *gammaSign() {
    Value *Down = B.CreateUnaryIntrinsic(Intrinsic::floor, X), *Half = B.CreateFMul(Down, ConstantFP::get(T, 0.5));
    Value *IsOdd = B.CreateFCmpONE(B.CreateUnaryIntrinsic(Intrinsic::floor, Half), Half);
    Value *Between = B.CreateAnd(B.CreateFCmpOLT(X, ConstantFP::get(T, 0)), B.CreateFCmpONE(X, Down));
    Value *MinusZero = B.CreateAnd(IsZero, B.CreateICmpSLT(Bits, ConstantInt::get(Int, 0)));
    Value *Negative = B.CreateOr(MinusZero, B.CreateAnd(Between, IsOdd));
    return B.CreateSelect(Negative, B.getInt32(-1), B.getInt32(1));
  }

private:
  IRBuilder<> &B;
  Value *X;
  Type *T;
  IntegerType *Int;
  unsigned Mantissa;
  int Bias;
  APInt Sign;
  Value *Bits, *Magnitude, *IsZero, *IsNaN, *IsInf, *IsSpecial, *Shift, *Exponent;
};

Value *toInteger(IRBuilder<> &B, Value *X, Type *T) {
  return B.CreateIntrinsic(Intrinsic::fptosi_sat, {T, X->getType()}, {X});
}

Value *libraryCall(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Operands, const CallInst &Model) {
  Type *T = Operands[0]->getType();
  SmallVector<Type *, 2> Types(Operands.size(), T);
  FunctionCallee Callee = B.GetInsertBlock()->getModule()->getOrInsertFunction(
      (Name + (T->isFloatTy() ? "f" : "")).str(), FunctionType::get(T, Types, false));
  CallInst *Call = B.CreateCall(Callee, Operands);
  Call->setCallingConv(Model.getCallingConv());
  if (auto *F = dyn_cast<Function>(Callee.getCallee()); F && F->isDeclaration())
    F->setCallingConv(Model.getCallingConv());
  return Call;
}

// C's remquo: the remainder, and the seven lowest bits of the quotient, of a dividend that is a multiple of 128
// divisors smaller where it is large.
std::pair<Value *, Value *> remquo(IRBuilder<> &B, const CallInst &I) {
  Value *X = I.getArgOperand(0), *Y = I.getArgOperand(1);
  Type *T = X->getType();
  Value *Rest = libraryCall(B, "remainder", {X, Y}, I);
  auto Abs = [&](Value *V) { return B.CreateUnaryIntrinsic(Intrinsic::fabs, V); };
  Value *Span = B.CreateFMul(Abs(Y), ConstantFP::get(T, 128));
  Value *Small = B.CreateSelect(B.CreateFCmpOGE(Abs(X), Span), B.CreateFRem(X, Span), X);
  Value *Ratio = B.CreateFDiv(B.CreateFSub(Small, Rest), Y);
  Value *N = toInteger(B, B.CreateUnaryIntrinsic(Intrinsic::roundeven, Ratio), B.getInt32Ty());
  Value *Low = B.CreateAnd(B.CreateBinaryIntrinsic(Intrinsic::abs, N, B.getFalse()), 127);
  return {Rest, B.CreateSelect(B.CreateICmpSLT(N, B.getInt32(0)), B.CreateNeg(Low), Low)};
}

// Both results of I, which is of scalars; an empty pair where there is one result only.
std::pair<Value *, Value *> pairOf(IRBuilder<> &B, const CallInst &I, Expansion How) {
  Value *X = I.getArgOperand(0);
  switch (How) {
  case Expansion::Fraction: {
    Number N(B, X);
    return {N.frexpFraction(), N.frexpExponent()};
  }
  case Expansion::Whole: {
    Value *Whole = B.CreateUnaryIntrinsic(Intrinsic::trunc, X);
    return {Number(B, X).modfFraction(Whole), Whole};
  }
  case Expansion::SineCosine:
    return {B.CreateUnaryIntrinsic(Intrinsic::sin, X), B.CreateUnaryIntrinsic(Intrinsic::cos, X)};
  case Expansion::Quotient:
    return remquo(B, I);
  case Expansion::GammaSign:
    return {libraryCall(B, "lgamma", {X}, I), Number(B, X).gammaSign()};
  default:
    return {};
  }
}

Value *singleOf(IRBuilder<> &B, const CallInst &I, Expansion How) {
  Value *X = I.getArgOperand(0);
  switch (How) {
  case Expansion::Scale: {
    Value *By = I.getArgOperand(1);
    if (!By->getType()->isIntegerTy(32)) { // beyond this, every number is zero or infinite
      auto Bound = [&](Intrinsic::ID ID, int64_t N) {
        By = B.CreateBinaryIntrinsic(ID, By, ConstantInt::getSigned(By->getType(), N));
      };
      Bound(Intrinsic::smin, 100000);
      Bound(Intrinsic::smax, -100000);
      By = B.CreateTrunc(By, B.getInt32Ty());
    }
    return B.CreateIntrinsic(Intrinsic::ldexp, {X->getType(), By->getType()}, {X, By});
  }
  case Expansion::Exponent:
    return Number(B, X).ilogb();
  case Expansion::Round:
    return toInteger(B, B.CreateUnaryIntrinsic(Intrinsic::round, X), I.getType());
  case Expansion::RoundEven:
    return toInteger(B, B.CreateUnaryIntrinsic(Intrinsic::rint, X), I.getType());
  default:
    return nullptr;
  }
}

void replacePair(CallInst &I, Value *First, Value *Second) {
  IRBuilder<> B(&I);
  if (I.getCalledFunction()->isIntrinsic()) {
    Value *Both = B.CreateInsertValue(B.CreateInsertValue(PoisonValue::get(I.getType()), First, 0), Second, 1);
    I.replaceAllUsesWith(Both);
    return;
  }
  // sincos returns nothing and stores both.
  Value *Last = I.getArgOperand(I.arg_size() - 1);
  B.CreateStore(Second, Last);
  if (I.getType()->isVoidTy())
    B.CreateStore(First, I.getArgOperand(1));
  else
    I.replaceAllUsesWith(First);
}

// Whether the types are those of the C library: T(T, …) or void(T, …) of numbers, pointers and integers.
bool hasLibraryTypes(const CallInst &I, Expansion How) {
  const Function &F = *I.getCalledFunction();
  if (I.arg_empty() || I.getFunctionType() != F.getFunctionType())
    return false;
  const Type *T = I.getArgOperand(0)->getType();
  if (F.isIntrinsic())
    return T->isHalfTy() || T->isFloatTy() || T->isDoubleTy();
  if (!F.isDeclaration())
    return false;
  if (isOfFloat(F.getName()) ? !T->isFloatTy() : !T->isDoubleTy())
    return false;
  auto Is = [&](const Type *Result, std::initializer_list<bool> Rest) {
    return I.getType() == Result && I.arg_size() == Rest.size() + 1 && all_of(Rest, [](bool B) { return B; });
  };
  auto Arg = [&](unsigned N) { return N < I.arg_size() ? I.getArgOperand(N)->getType() : nullptr; };
  auto Pointer = [&](unsigned N) { return Arg(N) && Arg(N)->isPointerTy(); };
  switch (How) {
  case Expansion::Scale:
    return Is(T, {Arg(1) && Arg(1)->isIntegerTy() && Arg(1)->getIntegerBitWidth() >= 32});
  case Expansion::Fraction:
  case Expansion::Whole:
  case Expansion::GammaSign:
    return Is(T, {Pointer(1)});
  case Expansion::SineCosine:
    return Is(Type::getVoidTy(I.getContext()), {Pointer(1), Pointer(2)});
  case Expansion::Quotient:
    return Is(T, {Arg(1) == T, Pointer(2)});
  default:
    return I.arg_size() == 1 && I.getType()->isIntegerTy();
  }
}

void expand(CallInst &I, Expansion How) {
  IRBuilder<> B(&I);
  if (Value *One = singleOf(B, I, How)) {
    I.replaceAllUsesWith(One);
  } else {
    auto [First, Second] = pairOf(B, I, How);
    replacePair(I, First, Second);
  }
  I.eraseFromParent();
}

} // namespace

void expandMathCalls(Module &M) {
  SmallVector<std::pair<CallInst *, Expansion>, 8> Calls;
  for (Function &F : M) {
    Expansion How = F.isDeclaration() ? expansionOf(F) : Expansion::None;
    if (How == Expansion::None)
      continue;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == &F && hasLibraryTypes(*Call, How))
        Calls.push_back({Call, How});
  }
  for (auto [Call, How] : Calls)
    expand(*Call, How);
}

} // namespace syclfuse::fuser
