// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers, comparisons and conversions of OpenCL C. Comparisons are named after SPIR-V's instructions too.
#include "OpenCLFunction.h"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

using C_ = OpenCLCall;

template <Intrinsic::ID Signed, Intrinsic::ID Unsigned> Value *either(OpenCLCall &C) {
  return C.intrinsic(C.Unsigned ? Unsigned : Signed, C.Args);
}

unsigned widthOf(OpenCLCall &C) { return C.Main->getScalarSizeInBits(); }

Value *least(OpenCLCall &C, Value *X, Value *Y) {
  return C.intrinsic(C.Unsigned ? Intrinsic::umin : Intrinsic::smin, {X, Y});
}
Value *greatest(OpenCLCall &C, Value *X, Value *Y) {
  return C.intrinsic(C.Unsigned ? Intrinsic::umax : Intrinsic::smax, {X, Y});
}
Value *shiftRight(OpenCLCall &C, Value *X, uint64_t By) {
  Constant *Amount = ConstantInt::get(X->getType(), By);
  return C.Unsigned ? C.B.CreateLShr(X, Amount) : C.B.CreateAShr(X, Amount);
}

// The upper half of the product: x = x1 * 2^h + x0 with halves of h bits, since no target has integers of 128 bits.
Value *mulHigh(OpenCLCall &C, Value *X, Value *Y) {
  IRBuilder<> &B = C.B;
  const unsigned Half = widthOf(C) / 2;
  if (widthOf(C) < 64) {
    Type *Wide = C.Main->getWithNewType(B.getIntNTy(2 * widthOf(C)));
    auto Extend = [&](Value *V) { return C.Unsigned ? B.CreateZExt(V, Wide) : B.CreateSExt(V, Wide); };
    return B.CreateTrunc(B.CreateLShr(B.CreateMul(Extend(X), Extend(Y)), ConstantInt::get(Wide, widthOf(C))), C.Main);
  }
  Constant *Mask = ConstantInt::get(C.Main, APInt::getLowBitsSet(2 * Half, Half));
  Constant *Shift = ConstantInt::get(C.Main, Half);
  auto Low = [&](Value *V) { return B.CreateAnd(V, Mask); };
  auto High = [&](Value *V) { return shiftRight(C, V, Half); };
  Value *X0 = Low(X), *X1 = High(X), *Y0 = Low(Y), *Y1 = High(Y);
  Value *Middle = B.CreateAdd(B.CreateMul(X1, Y0), B.CreateLShr(B.CreateMul(X0, Y0), Shift));
  Value *Other = B.CreateAdd(B.CreateMul(X0, Y1), Low(Middle));
  return B.CreateAdd(B.CreateAdd(B.CreateMul(X1, Y1), High(Middle)), High(Other));
}

Value *absolute(OpenCLCall &C, Value *X) {
  return C.Unsigned ? X : C.B.CreateIntrinsic(Intrinsic::abs, {C.Main}, {X, C.B.getFalse()});
}

// Exact also where the difference of signed numbers is no signed number.
Value *absDiff(OpenCLCall &C) {
  Value *X = C.arg(0), *Y = C.arg(1);
  Value *Less = C.Unsigned ? C.B.CreateICmpULT(X, Y) : C.B.CreateICmpSLT(X, Y);
  return C.B.CreateSelect(Less, C.B.CreateSub(Y, X), C.B.CreateSub(X, Y));
}

// (x + y) / 2 or (x + y + 1) / 2 without overflow.
Value *average(OpenCLCall &C, bool Up) {
  Value *X = C.arg(0), *Y = C.arg(1), *Half = shiftRight(C, C.B.CreateXor(X, Y), 1);
  return Up ? C.B.CreateSub(C.B.CreateOr(X, Y), Half) : C.B.CreateAdd(C.B.CreateAnd(X, Y), Half);
}

// Saturated x * y + z: in twice the width, for which there is no type from 64 bits on.
Value *madSat(OpenCLCall &C) {
  if (widthOf(C) > 32)
    return nullptr;
  IRBuilder<> &B = C.B;
  const unsigned Width = widthOf(C);
  Type *Wide = C.Main->getWithNewType(B.getIntNTy(2 * Width));
  auto Extend = [&](Value *V) { return C.Unsigned ? B.CreateZExt(V, Wide) : B.CreateSExt(V, Wide); };
  Value *R = B.CreateAdd(B.CreateMul(Extend(C.arg(0)), Extend(C.arg(1))), Extend(C.arg(2)));
  APInt Most = C.Unsigned ? APInt::getMaxValue(Width).zext(2 * Width) : APInt::getSignedMaxValue(Width).sext(2 * Width);
  R = least(C, R, ConstantInt::get(Wide, Most));
  if (!C.Unsigned)
    R = greatest(C, R, ConstantInt::get(Wide, APInt::getSignedMinValue(Width).sext(2 * Width)));
  return B.CreateTrunc(R, C.Main);
}

// The second operand is the lower half.
Value *upsample(OpenCLCall &C) {
  Type *T = C.Call.getType();
  if (T->getScalarSizeInBits() != 2 * widthOf(C) || T->isVectorTy() != C.Main->isVectorTy() ||
      T->getScalarSizeInBits() > 64)
    return nullptr;
  Value *High = C.B.CreateShl(C.B.CreateZExt(C.arg(0), T), ConstantInt::get(T, widthOf(C)));
  return C.B.CreateOr(High, C.B.CreateZExt(C.arg(1), T));
}

template <CmpInst::Predicate P> Value *compare(OpenCLCall &C) { return C.truth(C.B.CreateFCmp(P, C.arg(0), C.arg(1))); }

template <FPClassTest Test> Value *isClass(OpenCLCall &C) { return C.truth(C.B.createIsFPClass(C.arg(0), Test)); }

Value *isNan(OpenCLCall &C) { return C.truth(C.B.CreateFCmpUNO(C.arg(0), C.arg(0))); }

template <bool Negative> Value *isInf(OpenCLCall &C) {
  Value *X = C.intrinsic(Intrinsic::fabs, {C.arg(0)});
  Value *R = C.B.CreateFCmp(Negative ? CmpInst::FCMP_OLT : CmpInst::FCMP_OEQ, X, ConstantFP::getInfinity(C.Main));
  return C.truth(R);
}

Value *signBit(OpenCLCall &C) {
  Type *Int = C.Main->getWithNewType(C.B.getIntNTy(widthOf(C)));
  return C.truth(C.B.CreateICmpSLT(C.B.CreateBitCast(C.arg(0), Int), Constant::getNullValue(Int)));
}

// Most significant bits of vectors; a scalar counts as a vector of one.
template <bool All> Value *overElements(OpenCLCall &C) {
  Value *Set = C.B.CreateICmpSLT(C.arg(0), Constant::getNullValue(C.Main)), *R = Set;
  if (auto *V = dyn_cast<FixedVectorType>(C.Main)) {
    R = C.B.CreateExtractElement(Set, uint64_t(0));
    for (uint64_t N = 1; N != V->getNumElements(); ++N) {
      Value *Next = C.B.CreateExtractElement(Set, N);
      R = All ? C.B.CreateAnd(R, Next) : C.B.CreateOr(R, Next);
    }
  }
  return C.truth(R);
}

// (x, y, mask): y where the mask is set, for vectors by the most significant bit.
Value *select(OpenCLCall &C) {
  Value *Mask = C.arg(2);
  Constant *Zero = Constant::getNullValue(Mask->getType());
  if (Mask->getType()->isVectorTy() != C.Main->isVectorTy())
    return nullptr;
  bool Bools = Mask->getType()->isIntOrIntVectorTy(1);
  Value *Set = C.Main->isVectorTy() && !Bools ? C.B.CreateICmpSLT(Mask, Zero) : C.B.CreateICmpNE(Mask, Zero);
  return C.B.CreateSelect(Set, C.arg(1), C.arg(0));
}

Value *bitselect(OpenCLCall &C) {
  Type *Int = C.Main->getWithNewType(C.B.getIntNTy(widthOf(C)));
  auto Bits = [&](unsigned N) { return C.B.CreateBitCast(C.arg(N), Int); };
  Value *Mask = Bits(2);
  Value *R = C.B.CreateOr(C.B.CreateAnd(Bits(0), C.B.CreateNot(Mask)), C.B.CreateAnd(Bits(1), Mask));
  return C.B.CreateBitCast(R, C.Main);
}

Value *multiplyAdd(OpenCLCall &C) { return C.B.CreateAdd(C.B.CreateMul(C.arg(0), C.arg(1)), C.arg(2)); }

const OpenCLFunction Functions[] = {
    {"abs", "I:I", [](C_ &C) { return absolute(C, C.arg(0)); }},
    {"abs_diff", "I:II", absDiff},
    {"add_sat", "I:II", either<Intrinsic::sadd_sat, Intrinsic::uadd_sat>},
    {"sub_sat", "I:II", either<Intrinsic::ssub_sat, Intrinsic::usub_sat>},
    {"max", "I:II", either<Intrinsic::smax, Intrinsic::umax>},
    {"min", "I:II", either<Intrinsic::smin, Intrinsic::umin>},
    {"clamp", "I:III", [](C_ &C) { return least(C, greatest(C, C.arg(0), C.arg(1)), C.arg(2)); }},
    {"hadd", "I:II", [](C_ &C) { return average(C, false); }},
    {"rhadd", "I:II", [](C_ &C) { return average(C, true); }},
    {"mul_hi", "I:II", [](C_ &C) { return mulHigh(C, C.arg(0), C.arg(1)); }},
    {"mad_hi", "I:III", [](C_ &C) { return C.B.CreateAdd(mulHigh(C, C.arg(0), C.arg(1)), C.arg(2)); }},
    {"mad_sat", "I:III", madSat},
    {"mul24", "I:II", [](C_ &C) { return C.B.CreateMul(C.arg(0), C.arg(1)); }},
    {"mad24", "I:III", multiplyAdd},
    {"rotate", "I:II", [](C_ &C) { return C.intrinsic(Intrinsic::fshl, {C.arg(0), C.arg(0), C.arg(1)}); }},
    {"clz", "I:I",
     [](C_ &C) -> Value * { return C.B.CreateIntrinsic(Intrinsic::ctlz, {C.Main}, {C.arg(0), C.B.getFalse()}); }},
    {"ctz", "I:I",
     [](C_ &C) -> Value * { return C.B.CreateIntrinsic(Intrinsic::cttz, {C.Main}, {C.arg(0), C.B.getFalse()}); }},
    {"popcount", "I:I", [](C_ &C) { return C.intrinsic(Intrinsic::ctpop, {C.arg(0)}); }},
    {"__spirv_BitCount", "I:I", [](C_ &C) { return C.intrinsic(Intrinsic::ctpop, {C.arg(0)}); }},
    {"__spirv_BitReverse", "I:I", [](C_ &C) { return C.intrinsic(Intrinsic::bitreverse, {C.arg(0)}); }},
    {"upsample", "*:II", upsample},
    {"isequal", "B:FF", compare<CmpInst::FCMP_OEQ>},
    {"isnotequal", "B:FF", compare<CmpInst::FCMP_UNE>},
    {"isgreater", "B:FF", compare<CmpInst::FCMP_OGT>},
    {"isgreaterequal", "B:FF", compare<CmpInst::FCMP_OGE>},
    {"isless", "B:FF", compare<CmpInst::FCMP_OLT>},
    {"islessequal", "B:FF", compare<CmpInst::FCMP_OLE>},
    {"islessgreater", "B:FF", compare<CmpInst::FCMP_ONE>},
    {"isordered", "B:FF", compare<CmpInst::FCMP_ORD>},
    {"isunordered", "B:FF", compare<CmpInst::FCMP_UNO>},
    {"__spirv_FOrdEqual", "B:FF", compare<CmpInst::FCMP_OEQ>},
    {"__spirv_FUnordNotEqual", "B:FF", compare<CmpInst::FCMP_UNE>},
    {"__spirv_FOrdGreaterThan", "B:FF", compare<CmpInst::FCMP_OGT>},
    {"__spirv_FOrdGreaterThanEqual", "B:FF", compare<CmpInst::FCMP_OGE>},
    {"__spirv_FOrdLessThan", "B:FF", compare<CmpInst::FCMP_OLT>},
    {"__spirv_FOrdLessThanEqual", "B:FF", compare<CmpInst::FCMP_OLE>},
    {"__spirv_LessOrGreater", "B:FF", compare<CmpInst::FCMP_ONE>},
    {"__spirv_FOrdNotEqual", "B:FF", compare<CmpInst::FCMP_ONE>},
    {"__spirv_Ordered", "B:FF", compare<CmpInst::FCMP_ORD>},
    {"__spirv_Unordered", "B:FF", compare<CmpInst::FCMP_UNO>},
    {"isnan", "B:F", isNan},
    {"__spirv_IsNan", "B:F", isNan},
    {"isinf", "B:F", isInf<false>},
    {"__spirv_IsInf", "B:F", isInf<false>},
    {"isfinite", "B:F", isInf<true>},
    {"__spirv_IsFinite", "B:F", isInf<true>},
    {"isnormal", "B:F", isClass<fcNormal>},
    {"__spirv_IsNormal", "B:F", isClass<fcNormal>},
    {"signbit", "B:F", signBit},
    {"__spirv_SignBitSet", "B:F", signBit},
    {"any", "L:I", overElements<false>},
    {"__spirv_Any", "L:I", overElements<false>},
    {"all", "L:I", overElements<true>},
    {"__spirv_All", "L:I", overElements<true>},
    {"select", "F:FFB", select},
    {"select", "I:IIB", select},
    {"bitselect", "F:FFF", bitselect},
    {"bitselect", "I:III", bitselect},
};

// How the suffix `_rte` of a conversion rounds; null for a value that is no number yet.
Value *rounded(OpenCLCall &C, Value *X, StringRef Mode) {
  Intrinsic::ID ID = Mode == "_rte" ? Intrinsic::rint : Mode == "_rtp" ? Intrinsic::ceil : Intrinsic::floor;
  return Mode.empty() || Mode == "_rtz" ? X : C.intrinsic(ID, {X});
}

Value *clampedInteger(IRBuilder<> &B, Value *X, Type *To, bool FromUnsigned, bool ToUnsigned) {
  const unsigned From = X->getType()->getScalarSizeInBits(), Width = To->getScalarSizeInBits();
  auto Limit = [&](const APInt &A) { return ConstantInt::get(X->getType(), A); };
  if (!FromUnsigned && ToUnsigned)
    X = B.CreateBinaryIntrinsic(Intrinsic::smax, X, Constant::getNullValue(X->getType()));
  else if (!FromUnsigned && Width < From)
    X = B.CreateBinaryIntrinsic(Intrinsic::smax, X, Limit(APInt::getSignedMinValue(Width).sext(From)));
  if (Width < From || (Width == From && FromUnsigned && !ToUnsigned)) {
    APInt Most = (ToUnsigned ? APInt::getMaxValue(Width) : APInt::getSignedMaxValue(Width)).zext(From);
    X = B.CreateBinaryIntrinsic(FromUnsigned ? Intrinsic::umin : Intrinsic::smin, X, Limit(Most));
  }
  return B.CreateIntCast(X, To, !FromUnsigned);
}

struct Conversion {
  bool FromUnsigned, ToUnsigned, Saturated;
  StringRef Rounding;
};

// `convert_<type>[_sat][_rtX]`, `__spirv_<Opcode>_R<type>[_sat][_rtX]`: an opcode tells from what as well.
Conversion conversionOf(const OpenCLCall &C) {
  StringRef Target = C.Plain;
  bool FromUnsigned = C.Unsigned, Saturated = C.Plain.contains("Sat");
  if (!Target.consume_front("convert_")) {
    FromUnsigned = Target.contains("UTo") || Target.contains("UConvert");
    Target = Target.substr(Target.find("_R") + 2);
  }
  StringRef Rounding;
  for (StringRef Mode : {"_rte", "_rtz", "_rtp", "_rtn"})
    if (Target.consume_back(Mode))
      Rounding = Mode;
  Saturated |= Target.consume_back("_sat");
  return {FromUnsigned, Target.starts_with("u"), Saturated, Rounding};
}

} // namespace

bool isOpenCLConversion(StringRef Plain) {
  if (Plain.starts_with("convert_"))
    return true;
  return Plain.consume_front("__spirv_") && (Plain.contains("Convert")) && Plain.contains("_R");
}

Value *emitOpenCLConversion(OpenCLCall &C) {
  Type *To = C.Call.getType(), *From = C.arg(0)->getType();
  auto Known = [](Type *T) {
    unsigned Width = T->getScalarSizeInBits();
    bool Integer = T->isIntOrIntVectorTy() && (Width == 8 || Width == 16 || Width == 32 || Width == 64);
    Type *E = T->getScalarType();
    return !isa<ScalableVectorType>(T) && (Integer || E->isHalfTy() || E->isFloatTy() || E->isDoubleTy());
  };
  auto Elements = [](Type *T) { return isa<FixedVectorType>(T) ? cast<FixedVectorType>(T)->getNumElements() : 0; };
  if (!Known(To) || !Known(From) || Elements(To) != Elements(From))
    return nullptr;
  const Conversion How = conversionOf(C);
  const bool FromFloat = From->isFPOrFPVectorTy(), ToFloat = To->isFPOrFPVectorTy();
  const bool Narrows = !FromFloat || From->getScalarSizeInBits() > To->getScalarSizeInBits();
  if (ToFloat && Narrows && !How.Rounding.empty() && How.Rounding != "_rte")
    return nullptr;
  if (ToFloat)
    return FromFloat          ? C.B.CreateFPCast(C.arg(0), To)
           : How.FromUnsigned ? C.B.CreateUIToFP(C.arg(0), To)
                              : C.B.CreateSIToFP(C.arg(0), To);
  if (!FromFloat)
    return How.Saturated ? clampedInteger(C.B, C.arg(0), To, How.FromUnsigned, How.ToUnsigned)
                         : C.B.CreateIntCast(C.arg(0), To, !How.FromUnsigned);
  Value *X = rounded(C, C.arg(0), How.Rounding);
  if (How.Saturated)
    return C.B.CreateIntrinsic(How.ToUnsigned ? Intrinsic::fptoui_sat : Intrinsic::fptosi_sat, {To, From}, {X});
  return How.ToUnsigned ? C.B.CreateFPToUI(X, To) : C.B.CreateFPToSI(X, To);
}

ArrayRef<OpenCLFunction> openCLIntegerFunctions() { return Functions; }

} // namespace syclfuse::fuser
