// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A form is the value modulo a power of two. Here it is decided where it is the value itself: because that is proven,
// or by an assumption.
#include "AddressForms.h"
#include "BlockConditions.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {

// With a factor up to this, ids of launches whose sizes are not known do not overflow 64 bits.
static constexpr uint64_t SmallCoefficient = uint64_t(1) << 20;

std::optional<Form> AddressForms::exact(const SCEV *S, bool Signed) {
  const Form F = modular(S);
  return isExact(S, Signed) ? std::optional(F) : std::nullopt;
}

std::optional<Form> AddressForms::exactOrArgument(const SCEV *S, bool Signed) {
  if (std::optional<Form> F = exact(S, Signed); F || !Assume)
    return F;
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  if (Signed || !Unknown || !isa<Argument>(Unknown->getValue()) || SE.getTypeSizeInBits(S->getType()) > 64)
    return std::nullopt;
  auto [It, New] = Unsigned.try_emplace(S, 0);
  if (New)
    It->second = C.addSymbol([&Of = C, F = modular(S)] { return "unsigned " + Of.str(F); }, 0, S, /*Signed=*/false);
  return Form(Poly::symbol(It->second));
}

std::optional<Form> AddressForms::assumed(const SCEV *S, bool Signed) {
  if (std::optional<Form> F = exactOrArgument(S, Signed); F || !Assume)
    return F;
  if (std::optional<Form> F = selectOrRemainder(S, Signed))
    return F;
  const Form F = withRemainders(modular(S));
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  // A remainder is below its divisor, which the type has.
  if (F.Terms.size() == 1 && F.Constant.isZero() && F.Terms.begin()->second == Poly(1) &&
      C.variable(F.Terms.begin()->first).By == FormVariable::Remainder)
    return F;
  // What is cut to fewer bits than an int has is meant to be.
  if (Width < 32 || Width > 64)
    return std::nullopt;
  // A counter that goes beyond 64 bits has gone beyond all memory before. One below zero is a number with a sign only.
  const std::optional<Poly> Low = C.lowest(F);
  const bool IsCounter = Width == 64 && isa<SCEVAddRecExpr>(S) && (Signed || (Low && C.isAtLeastZero(*Low)));
  if (!IsCounter)
    Assumed.insert({S, Signed});
  return F;
}

// Where assumptions are allowed only: no proof is made with these.
std::optional<Form> AddressForms::selectOrRemainder(const SCEV *S, bool Signed) {
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  auto *I = Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
  if (!I || !Assume || !I->getType()->isIntegerTy() ||
      !(isa<SelectInst, PHINode>(I) || (Signed && I->getOpcode() == Instruction::SRem)))
    return std::nullopt;
  auto [It, New] = Chosen.try_emplace({S, Signed});
  auto &[Result, Relies] = It->second;
  if (New) {
    auto *Select = dyn_cast<SelectInst>(I);
    auto *Phi = dyn_cast<PHINode>(I);
    std::optional<FormVariable> V;
    Relies = assumptionsOf([&] {
      V = Select ? select(*Select, Signed) : Phi ? valueOfWays(*Phi, Signed) : remainder(*I);
    });
    if (V)
      Result = fresh(S, std::move(*V), Signed);
  }
  if (Result)
    Assumed.insert(Relies.begin(), Relies.end());
  return Result;
}

// One of two values, and when.
std::optional<FormVariable> AddressForms::select(const SelectInst &I, bool Signed) {
  FormVariable V;
  V.By = FormVariable::OneOf;
  for (const Value *Operand : {I.getTrueValue(), I.getFalseValue()}) {
    std::optional<Form> F = assumed(SE.getSCEV(const_cast<Value *>(Operand)), Signed);
    if (!F)
      return std::nullopt;
    V.Operands.push_back(std::move(*F));
  }
  for (bool First : {true, false}) {
    std::vector<Constraint> &Known = V.Conditions.emplace_back();
    std::vector<RelyingConstraint> &Relying = V.Relying.emplace_back();
    for (Guard &G : conditionsOf(*I.getCondition(), First, *this, SE))
      if (G.Relies.empty())
        Known.push_back(std::move(G.Known));
      else
        Relying.push_back({std::move(G.Known), values(G.Relies)});
  }
  return V;
}

// One of the values of the ways that lead to it. Which way is taken where is not told. None of those that change from
// round to round of a loop.
std::optional<FormVariable> AddressForms::valueOfWays(const PHINode &I, bool Signed) {
  FormVariable V;
  V.By = FormVariable::OneOf;
  WaysOf.insert(&I);
  for (const Value *Operand : I.incoming_values()) {
    const SCEV *S = SE.getSCEV(const_cast<Value *>(Operand));
    const bool OfRounds = SCEVExprContains(S, [&](const SCEV *Op) {
      auto *Unknown = dyn_cast<SCEVUnknown>(Op);
      return Unknown && WaysOf.contains(Unknown->getValue());
    });
    std::optional<Form> F = OfRounds ? std::nullopt : assumed(S, Signed);
    if (!F) {
      WaysOf.erase(&I);
      return std::nullopt;
    }
    V.Operands.push_back(std::move(*F));
    V.Conditions.emplace_back();
  }
  WaysOf.erase(&I);
  return V;
}

// By a number that only a run knows, with a sign: that of the dividend.
std::optional<FormVariable> AddressForms::remainder(const Instruction &I) {
  const std::optional<Form> X = assumed(SE.getSCEV(I.getOperand(0)), true),
                            N = assumed(SE.getSCEV(I.getOperand(1)), true);
  if (!X || !N || !N->isUniform())
    return std::nullopt;
  const std::optional<Poly> Low = C.lowest(*X);
  FormVariable V;
  V.By = FormVariable::Remainder;
  V.Operands = {*X};
  V.Lowest = Low && C.isAtLeastZero(*Low) ? Poly(0) : Poly(1) - N->Constant;
  V.Highest = N->Constant - Poly(1);
  return V;
}

// A power of two.
bool AddressForms::isBelow(const Poly &P, int64_t Limit) const {
  if (const std::optional<int64_t> N = P.constant())
    return *N < Limit;
  const int64_t Times = Limit >> 31;
  return Times > 0 && any_of(C.idLimits(), [&](const Poly &Most) { return C.isAtMost(P, Most * Poly(Times)); });
}

bool AddressForms::fits(const Form &F, unsigned Width, bool Signed) {
  const std::optional<Poly> Low = C.lowest(F), High = C.highest(F);
  if (!Low || !High || Width > 64 || (!Signed && !C.isAtLeastZero(*Low)))
    return false;
  if (Width < 64) {
    const int64_t Limit = int64_t(1) << (Signed ? Width - 1 : Width);
    return isBelow(*High, Limit) && isBelow(-*Low, Limit);
  }
  // No launch is so large that a small multiple of an id overflows 64 bits. Other symbols could have any value.
  auto IsOther = [&](unsigned Symbol) { return !C.isSize(Symbol) && !C.isOffset(Symbol); };
  return !Low->mentionsAny(IsOther) && !High->mentionsAny(IsOther) &&
         ((Low->constant() && High->constant()) ||
          (Low->magnitude() <= SmallCoefficient && High->magnitude() <= SmallCoefficient));
}

// Whether modular() is the value itself.
bool AddressForms::isExact(const SCEV *S, bool Signed) {
  if (auto *Constant = dyn_cast<SCEVConstant>(S))
    return Signed || !Constant->getAPInt().isNegative();
  const Form &F = modular(S);
  if (Opaque.contains(S))
    return Signed || SE.isKnownNonNegative(S);
  if (fits(F, SE.getTypeSizeInBits(S->getType()), Signed))
    return true;
  // What is no less than zero is the same in both readings.
  if (const std::optional<Poly> Low = Signed ? std::nullopt : C.lowest(F); Low && C.isAtLeastZero(*Low))
    if (isExact(S, true))
      return true;
  if (auto *Sum = dyn_cast<SCEVNAryExpr>(S); Sum && (isa<SCEVAddExpr>(S) || isa<SCEVMulExpr>(S)))
    return (Signed ? Sum->hasNoSignedWrap() : Sum->hasNoUnsignedWrap()) &&
           all_of(Sum->operands(), [&](const SCEV *Op) { return isExact(Op, Signed); });
  if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S))
    return (Signed ? Recurrence->hasNoSignedWrap() : Recurrence->hasNoUnsignedWrap()) &&
           isExact(Recurrence->getStart(), Signed) && isExact(Recurrence->getStepRecurrence(SE), Signed);
  switch (S->getSCEVType()) {
  case scZeroExtend:
  case scUDivExpr:
    return true;
  case scSignExtend:
  case scSMinExpr:
  case scSMaxExpr:
    return Signed || SE.isKnownNonNegative(S);
  case scUMinExpr:
  case scSequentialUMinExpr:
  case scUMaxExpr:
    return !Signed || SE.isKnownNonNegative(S);
  case scUnknown:
    return isExactUnknown(*cast<SCEVUnknown>(S)->getValue(), S, Signed);
  default:
    return false;
  }
}

// Queries have no sign. The operations of instruction() are exact where their operand has no sign in either reading.
bool AddressForms::isExactUnknown(const llvm::Value &V, const SCEV *S, bool Signed) {
  if (Queries.count(&V))
    return !Signed || SE.getTypeSizeInBits(S->getType()) == 64 || SE.isKnownNonNegative(S);
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !I->getOperand(0)->getType()->isIntegerTy())
    return false;
  const SCEV *X = SE.getSCEV(I->getOperand(0));
  if (isa<FreezeInst>(I))
    return isExact(X, Signed);
  auto *Constant = isa<BinaryOperator>(I) ? dyn_cast<ConstantInt>(I->getOperand(1)) : nullptr;
  return Constant && !Constant->isNegative() && isExact(X, true) && isExact(X, false);
}

bool AddressForms::isUniform(const SCEV *S) {
  return !SCEVExprContains(S, [&](const SCEV *Op) {
    if (isa<SCEVAddRecExpr>(Op) || isa<SCEVCouldNotCompute>(Op))
      return true;
    auto *Unknown = dyn_cast<SCEVUnknown>(Op);
    return Unknown && !isUniform(*Unknown->getValue(), 0);
  });
}

// Arguments, the sizes of the launch, and what is computed of them alone.
bool AddressForms::isUniform(const Value &V, unsigned Depth) {
  if (isa<Argument>(V) || isa<Constant>(V))
    return !isa<UndefValue>(V);
  if (auto It = Queries.find(&V); It != Queries.end())
    switch (It->second.Kind) {
    case Builtin::GlobalSize:
    case Builtin::LocalSize:
    case Builtin::NumGroups:
    case Builtin::GlobalOffset:
    case Builtin::SubGroupMaxSize:
      return true;
    default:
      return false;
    }
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || Depth == 6 || I->mayReadOrWriteMemory() || isa<PHINode>(I) || isa<FreezeInst>(I) || isa<AllocaInst>(I) ||
      isa<CallBase>(I))
    return false;
  return all_of(I->operands(), [&](const Use &Op) { return isUniform(*Op, Depth + 1); });
}

} // namespace syclfuse::fuser
