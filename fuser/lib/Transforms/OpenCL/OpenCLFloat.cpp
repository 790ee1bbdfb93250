// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating point of OpenCL C. LLVM's intrinsics where there is one, since each target has its own way with them; else
// functions of the C library, element by element; the rest by their definition in the OpenCL specification.
#include "OpenCLFunction.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

template <Intrinsic::ID ID> Value *intrinsic(OpenCLCall &C) { return C.intrinsic(ID, C.Args); }

// One scalar by the function Name of the C library, which has none for half.
Value *callLibm(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Operands) {
  Type *T = Operands[0]->getType(), *Work = T->isDoubleTy() ? T : B.getFloatTy();
  SmallVector<Value *, 3> Values;
  for (Value *V : Operands)
    Values.push_back(B.CreateFPCast(V, Work));
  SmallVector<Type *, 3> Types(Values.size(), Work);
  Module &M = *B.GetInsertBlock()->getModule();
  std::string Symbol = (Name + (Work->isFloatTy() ? "f" : "")).str();
  return B.CreateFPCast(B.CreateCall(M.getOrInsertFunction(Symbol, FunctionType::get(Work, Types, false)), Values), T);
}

Value *libm(OpenCLCall &C) {
  auto *V = dyn_cast<FixedVectorType>(C.Main);
  if (!V)
    return callLibm(C.B, C.Name, C.Args);
  Value *R = PoisonValue::get(V);
  for (uint64_t N = 0; N != V->getNumElements(); ++N) {
    SmallVector<Value *, 3> Elements;
    for (Value *Operand : C.Args)
      Elements.push_back(C.B.CreateExtractElement(Operand, N));
    R = C.B.CreateInsertElement(R, callLibm(C.B, C.Name, Elements), N);
  }
  return R;
}

Value *isNan(OpenCLCall &C, Value *X) { return C.B.CreateFCmpUNO(X, X); }
Value *abs(OpenCLCall &C, Value *X) { return C.intrinsic(Intrinsic::fabs, {X}); }
Value *isInf(OpenCLCall &C, Value *X) { return C.B.CreateFCmpOEQ(abs(C, X), ConstantFP::getInfinity(C.Main)); }

// (n odd ? sign of x : 1) * |x| ^ n; n is exact as a number where it matters.
Value *pown(OpenCLCall &C) {
  IRBuilder<> &B = C.B;
  Type *Work = C.Main->getScalarType()->isHalfTy() ? C.Main->getWithNewType(B.getFloatTy()) : C.Main;
  Value *X = B.CreateFPCast(C.arg(0), Work), *N = C.arg(1);
  Value *Power =
      B.CreateBinaryIntrinsic(Intrinsic::pow, B.CreateUnaryIntrinsic(Intrinsic::fabs, X), B.CreateSIToFP(N, Work));
  Value *Odd = B.CreateTrunc(N, N->getType()->getWithNewType(B.getInt1Ty()));
  return B.CreateFPCast(B.CreateSelect(Odd, B.CreateBinaryIntrinsic(Intrinsic::copysign, Power, X), Power), C.Main);
}

// pow for x >= 0, and a NaN where exp2(y * log2(x)) is one.
Value *powr(OpenCLCall &C) {
  IRBuilder<> &B = C.B;
  Value *X = C.arg(0), *Y = C.arg(1), *Zero = C.number(0);
  Value *Edge = B.CreateOr(B.CreateFCmpOEQ(X, Zero), isInf(C, X));
  Value *Wrong = B.CreateOr(B.CreateFCmpULT(X, Zero), isNan(C, Y));
  Wrong = B.CreateOr(Wrong, B.CreateAnd(B.CreateFCmpOEQ(Y, Zero), Edge));
  Wrong = B.CreateOr(Wrong, B.CreateAnd(B.CreateFCmpOEQ(X, C.number(1)), isInf(C, Y)));
  return B.CreateSelect(Wrong, ConstantFP::getNaN(C.Main), C.intrinsic(Intrinsic::pow, {X, Y}));
}

constexpr double Pi = 3.14159265358979323846;

// sin(pi * x) by x = n + r with |r| <= 1/2, which is exact.
Value *sinOfPi(OpenCLCall &C, Value *X) {
  IRBuilder<> &B = C.B;
  Value *N = C.intrinsic(Intrinsic::rint, {X});
  Value *S = C.intrinsic(Intrinsic::sin, {B.CreateFMul(B.CreateFSub(X, N), C.number(Pi))});
  Value *Half = B.CreateFMul(N, C.number(0.5));
  Value *Odd = B.CreateFCmpONE(Half, C.intrinsic(Intrinsic::floor, {Half}));
  return B.CreateSelect(Odd, B.CreateFNeg(S), S);
}

// cos(pi * x) = sin(pi * (1/2 - |r|)) for x = 2n + r with |r| <= 1.
Value *cosOfPi(OpenCLCall &C, Value *X) {
  IRBuilder<> &B = C.B;
  Value *N = C.intrinsic(Intrinsic::rint, {B.CreateFMul(X, C.number(0.5))});
  Value *R = abs(C, B.CreateFSub(X, B.CreateFMul(N, C.number(2))));
  return C.intrinsic(Intrinsic::sin, {B.CreateFMul(B.CreateFSub(C.number(0.5), R), C.number(Pi))});
}

Value *overPi(OpenCLCall &C, Intrinsic::ID ID) { return C.B.CreateFMul(C.intrinsic(ID, C.Args), C.number(1 / Pi)); }

Value *dot(IRBuilder<> &B, Value *X, Value *Y) {
  Value *Products = B.CreateFMul(X, Y);
  auto *V = dyn_cast<FixedVectorType>(Products->getType());
  if (!V)
    return Products;
  Value *Sum = B.CreateExtractElement(Products, uint64_t(0));
  for (uint64_t N = 1; N != V->getNumElements(); ++N)
    Sum = B.CreateFAdd(Sum, B.CreateExtractElement(Products, N));
  return Sum;
}

Value *length(OpenCLCall &C, Value *X) { return C.B.CreateUnaryIntrinsic(Intrinsic::sqrt, dot(C.B, X, X)); }

Value *normalize(OpenCLCall &C) {
  Value *Length = length(C, C.arg(0)), *X = C.arg(0);
  Value *IsZero = C.B.CreateFCmpOEQ(Length, Constant::getNullValue(Length->getType()));
  auto *V = dyn_cast<FixedVectorType>(C.Main);
  Value *By = V ? C.B.CreateVectorSplat(V->getNumElements(), Length) : Length;
  return C.B.CreateSelect(IsZero, X, C.B.CreateFDiv(X, By));
}

Value *cross(OpenCLCall &C) {
  auto *V = dyn_cast<FixedVectorType>(C.Main);
  if (!V || (V->getNumElements() != 3 && V->getNumElements() != 4))
    return nullptr;
  auto Turned = [&](Value *X, int A, int D, int E) {
    SmallVector<int, 4> Mask{A, D, E};
    if (V->getNumElements() == 4)
      Mask.push_back(3);
    return C.B.CreateShuffleVector(X, Mask);
  };
  Value *L = C.B.CreateFMul(Turned(C.arg(0), 1, 2, 0), Turned(C.arg(1), 2, 0, 1));
  Value *R = C.B.CreateFMul(Turned(C.arg(0), 2, 0, 1), Turned(C.arg(1), 1, 2, 0));
  Value *Result = C.B.CreateFSub(L, R);
  return V->getNumElements() == 3
             ? Result
             : C.B.CreateInsertElement(Result, Constant::getNullValue(V->getElementType()), uint64_t(3));
}

Value *clamp(OpenCLCall &C) {
  return C.intrinsic(Intrinsic::minnum, {C.intrinsic(Intrinsic::maxnum, {C.arg(0), C.arg(1)}), C.arg(2)});
}

// x - floor(x), but less than 1; floor(x) goes to memory.
Value *fract(OpenCLCall &C) {
  Value *X = C.arg(0), *Floor = C.intrinsic(Intrinsic::floor, {X});
  APFloat Below(C.Main->getScalarType()->getFltSemantics(), 1);
  Below.next(/*nextDown=*/true);
  Value *R = C.intrinsic(Intrinsic::minnum, {C.B.CreateFSub(X, Floor), ConstantFP::get(C.Main, Below)});
  R = C.B.CreateSelect(isInf(C, X), C.intrinsic(Intrinsic::copysign, {C.number(0), X}), R);
  C.B.CreateStore(Floor, C.arg(1));
  return C.B.CreateSelect(isNan(C, X), X, R);
}

Value *modf(OpenCLCall &C) {
  Value *X = C.arg(0), *Whole = C.intrinsic(Intrinsic::trunc, {X});
  Value *Part = C.B.CreateSelect(isInf(C, X), C.number(0), C.B.CreateFSub(X, Whole));
  C.B.CreateStore(Whole, C.arg(1));
  return C.intrinsic(Intrinsic::copysign, {Part, X});
}

Value *frexp(OpenCLCall &C) {
  Type *Exponents = C.Main->getWithNewType(C.B.getInt32Ty());
  Value *Pair = C.B.CreateIntrinsic(Intrinsic::frexp, {C.Main, Exponents}, {C.arg(0)});
  Value *X = C.arg(0), *Special = C.B.CreateOr(isNan(C, X), isInf(C, X));
  C.B.CreateStore(C.B.CreateSelect(Special, Constant::getNullValue(Exponents), C.B.CreateExtractValue(Pair, 1)),
                  C.arg(1));
  return C.B.CreateExtractValue(Pair, 0);
}

// FP_ILOGB0 is INT_MIN, FP_ILOGBNAN is INT_MAX.
Value *ilogb(OpenCLCall &C) {
  Type *T = C.Call.getType();
  StringRef Name = std::exchange(C.Name, "logb");
  Value *Exponent = libm(C);
  C.Name = Name;
  Exponent = C.B.CreateIntrinsic(Intrinsic::fptosi_sat, {T, C.Main}, {Exponent});
  return C.B.CreateSelect(isNan(C, C.arg(0)), ConstantInt::get(T, INT32_MAX), Exponent);
}

Value *sincos(OpenCLCall &C) {
  C.B.CreateStore(C.intrinsic(Intrinsic::cos, {C.arg(0)}), C.arg(1));
  return C.intrinsic(Intrinsic::sin, {C.arg(0)});
}

Value *ofMagnitude(OpenCLCall &C, bool Largest) {
  IRBuilder<> &B = C.B;
  Value *X = C.arg(0), *Y = C.arg(1), *A = abs(C, X), *D = abs(C, Y);
  Value *Else = C.intrinsic(Largest ? Intrinsic::maxnum : Intrinsic::minnum, {X, Y});
  Else = B.CreateSelect(Largest ? B.CreateFCmpOGT(D, A) : B.CreateFCmpOLT(D, A), Y, Else);
  return B.CreateSelect(Largest ? B.CreateFCmpOGT(A, D) : B.CreateFCmpOLT(A, D), X, Else);
}

Value *smoothstep(OpenCLCall &C) {
  IRBuilder<> &B = C.B;
  Value *T = B.CreateFDiv(B.CreateFSub(C.arg(2), C.arg(0)), B.CreateFSub(C.arg(1), C.arg(0)));
  T = C.intrinsic(Intrinsic::minnum, {C.intrinsic(Intrinsic::maxnum, {T, C.number(0)}), C.number(1)});
  return B.CreateFMul(B.CreateFMul(T, T), B.CreateFSub(C.number(3), B.CreateFMul(C.number(2), T)));
}

// ±0 stays, a NaN is 0.
Value *sign(OpenCLCall &C) {
  Value *X = C.arg(0), *One = C.intrinsic(Intrinsic::copysign, {C.number(1), X});
  Value *Signed = C.B.CreateSelect(C.B.CreateFCmpOEQ(X, C.number(0)), X, One);
  return C.B.CreateSelect(isNan(C, X), C.number(0), Signed);
}

Value *nan(OpenCLCall &C) {
  Type *T = C.Call.getType();
  if (!T->isFPOrFPVectorTy() || T->getPrimitiveSizeInBits() != C.arg(0)->getType()->getPrimitiveSizeInBits())
    return nullptr;
  Constant *Quiet = ConstantExpr::getBitCast(ConstantFP::getQNaN(T), C.Main);
  return C.B.CreateBitCast(C.B.CreateOr(C.arg(0), Quiet), T);
}

using C_ = OpenCLCall;

const OpenCLFunction Functions[] = {
    {"acos", "F:F", intrinsic<Intrinsic::acos>},
    {"acosh", "F:F", libm},
    {"acospi", "F:F", [](C_ &C) { return overPi(C, Intrinsic::acos); }},
    {"asin", "F:F", intrinsic<Intrinsic::asin>},
    {"asinh", "F:F", libm},
    {"asinpi", "F:F", [](C_ &C) { return overPi(C, Intrinsic::asin); }},
    {"atan", "F:F", intrinsic<Intrinsic::atan>},
    {"atan2", "F:FF", intrinsic<Intrinsic::atan2>},
    {"atan2pi", "F:FF", [](C_ &C) { return overPi(C, Intrinsic::atan2); }},
    {"atanh", "F:F", libm},
    {"atanpi", "F:F", [](C_ &C) { return overPi(C, Intrinsic::atan); }},
    {"cbrt", "F:F", libm},
    {"ceil", "F:F", intrinsic<Intrinsic::ceil>},
    {"copysign", "F:FF", intrinsic<Intrinsic::copysign>},
    {"cos", "F:F", intrinsic<Intrinsic::cos>},
    {"cosh", "F:F", intrinsic<Intrinsic::cosh>},
    {"cospi", "F:F", [](C_ &C) { return cosOfPi(C, C.arg(0)); }},
    {"erf", "F:F", libm},
    {"erfc", "F:F", libm},
    {"exp", "F:F", intrinsic<Intrinsic::exp>},
    {"exp10", "F:F", intrinsic<Intrinsic::exp10>},
    {"exp2", "F:F", intrinsic<Intrinsic::exp2>},
    {"expm1", "F:F", libm},
    {"fabs", "F:F", intrinsic<Intrinsic::fabs>},
    {"fdim", "F:FF", libm},
    {"floor", "F:F", intrinsic<Intrinsic::floor>},
    {"fma", "F:FFF", intrinsic<Intrinsic::fma>},
    {"fmax", "F:FF", intrinsic<Intrinsic::maxnum>},
    {"fmin", "F:FF", intrinsic<Intrinsic::minnum>},
    {"max", "F:FF", intrinsic<Intrinsic::maxnum>},
    {"min", "F:FF", intrinsic<Intrinsic::minnum>},
    {"fmod", "F:FF", libm},
    {"fract", "F:FP", fract},
    {"frexp", "F:FP", frexp},
    {"hypot", "F:FF", libm},
    {"ilogb", "J:F", ilogb},
    {"ldexp", "F:FJ", [](C_ &C) { return C.B.CreateLdexp(C.arg(0), C.arg(1)); }},
    {"lgamma", "F:F", libm},
    {"log", "F:F", intrinsic<Intrinsic::log>},
    {"log10", "F:F", intrinsic<Intrinsic::log10>},
    {"log1p", "F:F", libm},
    {"log2", "F:F", intrinsic<Intrinsic::log2>},
    {"logb", "F:F", libm},
    {"mad", "F:FFF", intrinsic<Intrinsic::fmuladd>},
    {"maxmag", "F:FF", [](C_ &C) { return ofMagnitude(C, true); }},
    {"minmag", "F:FF", [](C_ &C) { return ofMagnitude(C, false); }},
    {"modf", "F:FP", modf},
    {"nan", "*:I", nan},
    {"nextafter", "F:FF", libm},
    {"pow", "F:FF", intrinsic<Intrinsic::pow>},
    {"pown", "F:FJ", pown},
    {"powr", "F:FF", powr},
    {"remainder", "F:FF", libm},
    {"rint", "F:F", intrinsic<Intrinsic::rint>},
    {"round", "F:F", intrinsic<Intrinsic::round>},
    {"rsqrt", "F:F", [](C_ &C) { return C.B.CreateFDiv(C.number(1), C.intrinsic(Intrinsic::sqrt, {C.arg(0)})); }},
    {"sin", "F:F", intrinsic<Intrinsic::sin>},
    {"sincos", "F:FP", sincos},
    {"sinh", "F:F", intrinsic<Intrinsic::sinh>},
    {"sinpi", "F:F", [](C_ &C) { return sinOfPi(C, C.arg(0)); }},
    {"sqrt", "F:F", intrinsic<Intrinsic::sqrt>},
    {"tan", "F:F", intrinsic<Intrinsic::tan>},
    {"tanh", "F:F", intrinsic<Intrinsic::tanh>},
    {"tanpi", "F:F", [](C_ &C) { return C.B.CreateFDiv(sinOfPi(C, C.arg(0)), cosOfPi(C, C.arg(0))); }},
    {"tgamma", "F:F", libm},
    {"trunc", "F:F", intrinsic<Intrinsic::trunc>},
    {"divide", "F:FF", [](C_ &C) { return C.B.CreateFDiv(C.arg(0), C.arg(1)); }},
    {"recip", "F:F", [](C_ &C) { return C.B.CreateFDiv(C.number(1), C.arg(0)); }},
    {"clamp", "F:FFF", clamp},
    {"degrees", "F:F", [](C_ &C) { return C.B.CreateFMul(C.arg(0), C.number(180 / Pi)); }},
    {"radians", "F:F", [](C_ &C) { return C.B.CreateFMul(C.arg(0), C.number(Pi / 180)); }},
    {"mix", "F:FFF",
     [](C_ &C) { return C.B.CreateFAdd(C.arg(0), C.B.CreateFMul(C.B.CreateFSub(C.arg(1), C.arg(0)), C.arg(2))); }},
    {"step", "F:FF",
     [](C_ &C) { return C.B.CreateSelect(C.B.CreateFCmpOLT(C.arg(1), C.arg(0)), C.number(0), C.number(1)); }},
    {"smoothstep", "F:FFF", smoothstep},
    {"sign", "F:F", sign},
    {"cross", "F:FF", cross},
    {"dot", "E:FF", [](C_ &C) { return dot(C.B, C.arg(0), C.arg(1)); }},
    {"__spirv_Dot", "E:FF", [](C_ &C) { return dot(C.B, C.arg(0), C.arg(1)); }},
    {"length", "E:F", [](C_ &C) { return length(C, C.arg(0)); }},
    {"distance", "E:FF", [](C_ &C) { return length(C, C.B.CreateFSub(C.arg(0), C.arg(1))); }},
    {"normalize", "F:F", normalize},
};

} // namespace

ArrayRef<OpenCLFunction> openCLFloatFunctions() { return Functions; }

} // namespace syclfuse::fuser
