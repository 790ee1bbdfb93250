// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupValues.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser::oracle {

static uint64_t combineFloats(Builtin Kind, unsigned Bits, const APInt &X, const APInt &Y) {
  const fltSemantics &Semantics = Bits == 64   ? APFloat::IEEEdouble()
                                  : Bits == 32 ? APFloat::IEEEsingle()
                                               : APFloat::IEEEhalf();
  const APFloat A(Semantics, X), B(Semantics, Y);
  const APFloat Result = Kind == Builtin::GroupFAdd   ? A + B
                         : Kind == Builtin::GroupFMul ? A * B
                         : Kind == Builtin::GroupFMin ? minnum(A, B)
                                                      : maxnum(A, B);
  return Result.bitcastToAPInt().getZExtValue();
}

static uint64_t combine(Builtin Kind, unsigned Bits, uint64_t A, uint64_t B) {
  const APInt X(Bits, A, false, true), Y(Bits, B, false, true);
  switch (Kind) {
  case Builtin::GroupIAdd:
    return (X + Y).getZExtValue();
  case Builtin::GroupIMul:
    return (X * Y).getZExtValue();
  case Builtin::GroupSMin:
    return APIntOps::smin(X, Y).getZExtValue();
  case Builtin::GroupSMax:
    return APIntOps::smax(X, Y).getZExtValue();
  case Builtin::GroupUMin:
    return APIntOps::umin(X, Y).getZExtValue();
  case Builtin::GroupUMax:
    return APIntOps::umax(X, Y).getZExtValue();
  case Builtin::GroupAnd:
    return A & B;
  case Builtin::GroupOr:
    return A | B;
  case Builtin::GroupXor:
    return A ^ B;
  default:
    return combineFloats(Kind, Bits, X, Y);
  }
}

static uint64_t identity(Builtin Kind, unsigned Bits) {
  switch (Kind) {
  case Builtin::GroupIMul:
    return 1;
  case Builtin::GroupSMin:
    return APInt::getSignedMaxValue(Bits).getZExtValue();
  case Builtin::GroupSMax:
    return APInt::getSignedMinValue(Bits).getZExtValue();
  case Builtin::GroupUMin:
  case Builtin::GroupAnd:
    return APInt::getAllOnes(Bits).getZExtValue();
  default:
    return 0;
  }
}

uint64_t groupValue(Builtin Kind, unsigned Operation, unsigned Bits, ArrayRef<uint64_t> Values, size_t Me,
                    uint64_t Extra) {
  auto At = [&](uint64_t Place) { return Place < Values.size() ? Values[Place] : Values[Me]; };
  switch (Kind) {
  case Builtin::GroupAll:
    return all_of(Values, [](uint64_t V) { return V & 1; });
  case Builtin::GroupAny:
    return any_of(Values, [](uint64_t V) { return V & 1; });
  case Builtin::GroupBroadcast:
  case Builtin::Shuffle:
    return At(Extra);
  case Builtin::ShuffleXor:
    return At(Me ^ Extra);
  case Builtin::ShuffleUp:
    return At(Me - Extra);
  case Builtin::ShuffleDown:
    return At(Me + Extra);
  default:
    break;
  }
  // All of them, those up to this work-item, those before it.
  const size_t End = Operation == 0 ? Values.size() : Operation == 1 ? Me + 1 : Me;
  if (End == 0)
    return identity(Kind, Bits);
  uint64_t Result = Values[0];
  for (uint64_t V : Values.slice(1, End - 1))
    Result = combine(Kind, Bits, Result, V);
  return Result;
}

} // namespace syclfuse::fuser::oracle
