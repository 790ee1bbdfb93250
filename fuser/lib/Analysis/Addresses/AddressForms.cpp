// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AddressForms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace syclfuse::fuser {

Assumptions AddressForms::assumptionsOf(function_ref<void()> Ask) {
  Assumptions Before = std::exchange(Assumed, {});
  Ask();
  return std::exchange(Assumed, std::move(Before));
}

std::vector<AssumedValue> AddressForms::values(const Assumptions &Of) {
  std::vector<AssumedValue> Values;
  assumptionsOf([&] {
    for (auto [S, Signed] : Of) {
      AssumedValue &V = Values.emplace_back();
      V.Value = withRemainders(modular(S));
      V.Width = SE.getTypeSizeInBits(S->getType());
      V.Signed = Signed;
      const auto *Counter = dyn_cast<SCEVAddRecExpr>(S);
      const Form Step = Counter && Counter->isAffine() ? modular(Counter->getStepRecurrence(SE)) : Form();
      if (!Step.isUniform() || Step.Constant.isZero())
        continue;
      V.Start = withRemainders(modular(Counter->getStart()));
      V.Step = Step.Constant;
    }
  });
  return Values;
}

void AddressForms::relyAs(const void *Known) {
  if (auto It = Relying.find(Known); It != Relying.end())
    Assumed.insert(It->second.begin(), It->second.end());
}

const Form &AddressForms::modular(const SCEV *S) {
  auto It = Known.find(S);
  if (It == Known.end()) {
    Form F;
    if (Assumptions New = assumptionsOf([&] { F = compute(S); }); !New.empty())
      Relying[S] = std::move(New);
    It = Known.emplace(S, F.isBad() ? opaque(S) : std::move(F)).first;
  }
  relyAs(S);
  return It->second;
}

Form AddressForms::compute(const SCEV *S) {
  if (auto *Constant = dyn_cast<SCEVConstant>(S))
    return Constant->getAPInt().getSignificantBits() <= 64 ? Form(Poly(Constant->getAPInt().getSExtValue()))
                                                           : opaque(S);
  if (auto *Sum = dyn_cast<SCEVAddExpr>(S)) {
    if (std::optional<Form> F = saturated(*Sum))
      return *F;
    Form F;
    for (const SCEV *Op : Sum->operands())
      F = F + modular(Op);
    return F;
  }
  if (auto *Product = dyn_cast<SCEVMulExpr>(S)) {
    Form F{Poly(1)};
    for (const SCEV *Op : Product->operands()) {
      const Form Factor = modular(Op);
      if (!F.isUniform() && !Factor.isUniform())
        return opaque(S);
      F = Factor.isUniform() ? F * Factor.Constant : Factor * F.Constant;
    }
    return C.withGlobalSizes(F);
  }
  if (auto *Division = dyn_cast<SCEVUDivExpr>(S)) {
    // The divisor may be a size of the launch, which only its form knows.
    const std::optional<Form> Dividend = assumed(Division->getLHS(), false),
                              Divisor = assumed(Division->getRHS(), false);
    if (!Dividend || !Divisor || !Divisor->isUniform())
      return opaque(S);
    if (const std::optional<int64_t> Number = Divisor->Constant.constant(); Number && *Number > 0)
      return quotient(withRemainders(*Dividend), *Number);
    return quotient(Division, withRemainders(*Dividend));
  }
  switch (S->getSCEVType()) {
  case scTruncate:
    return modular(cast<SCEVTruncateExpr>(S)->getOperand());
  case scZeroExtend:
    return extended(cast<SCEVCastExpr>(S), false);
  case scSignExtend:
    return extended(cast<SCEVCastExpr>(S), true);
  case scAddRecExpr:
    return recurrence(cast<SCEVAddRecExpr>(S));
  case scUMinExpr:
  case scSequentialUMinExpr:
  case scSMinExpr:
  case scUMaxExpr:
  case scSMaxExpr:
    return minMax(cast<SCEVNAryExpr>(S));
  case scUnknown:
    return unknown(cast<SCEVUnknown>(S));
  default:
    return opaque(S);
  }
}

// x - min(x, y), as scalar evolution has differences that stop at zero: max(x, y) - y says how far they go.
std::optional<Form> AddressForms::saturated(const SCEVAddExpr &Sum) {
  for (const SCEV *Op : Sum.operands()) {
    const auto *Product = dyn_cast<SCEVMulExpr>(Op);
    const auto *Least = Product && Product->getNumOperands() == 2 && Product->getOperand(0)->isAllOnesValue()
                            ? dyn_cast<SCEVUMinExpr>(Product->getOperand(1))
                            : nullptr;
    if (!Least || Least->getNumOperands() != 2)
      continue;
    const SCEV *Number = isa<SCEVConstant>(Sum.getOperand(0)) ? Sum.getOperand(0) : SE.getZero(Sum.getType());
    const SCEV *Rest = SE.getMinusSCEV(SE.getMinusSCEV(&Sum, Op), Number);
    for (const unsigned N : {0, 1})
      if (Least->getOperand(N) == Rest)
        return modular(SE.getUMaxExpr(Rest, Least->getOperand(1 - N))) - modular(Least->getOperand(1 - N)) +
               modular(Number);
  }
  return std::nullopt;
}

// The value of the operand if it fits; else that modulo 2^width, which for zero extension is a remainder.
Form AddressForms::extended(const SCEVCastExpr *S, bool Signed) {
  const SCEV *Op = S->getOperand();
  if (std::optional<Form> F = assumed(Op, Signed)) {
    const std::optional<Poly> Low = C.lowest(*F);
    if (Signed || F->isUniform() || (Low && C.isAtLeastZero(*Low)) || exactOrArgument(Op, Signed))
      return *F;
    // Where it is less than zero it is something else.
    FormVariable V;
    V.Lowest = Poly(0);
    V.Highest = C.highest(*F);
    V.By = FormVariable::OneOf;
    V.Operands = {*F};
    V.Conditions = {{{Constraint::AtLeastZero, *F}}};
    return fresh(S, std::move(V));
  }
  const unsigned Width = SE.getTypeSizeInBits(Op->getType());
  if (Signed || Width >= 62 || (isUniform(S) && !isa<SCEVTruncateExpr>(Op)))
    return opaque(S);
  const Form F = withRemainders(modular(Op));
  return F - quotient(F, int64_t(1) << Width) * Poly(int64_t(1) << Width);
}

Form AddressForms::recurrence(const SCEVAddRecExpr *S) {
  if (!S->isAffine())
    return opaque(S);
  const Form Step = modular(S->getStepRecurrence(SE));
  const Form Start = modular(S->getStart());
  if (!Step.isUniform())
    return opaque(S);
  return Start + Form::variable(loopVariable(*S->getLoop())) * Step.Constant;
}

std::optional<Form> AddressForms::roundsLeft(const Loop &L) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Count) || isUniform(Count))
    return std::nullopt;
  const std::optional<Form> F = assumed(Count, false);
  return F ? std::optional(*F - Form::variable(loopVariable(L))) : std::nullopt;
}

// How often the back edge was taken.
unsigned AddressForms::loopVariable(const Loop &L) {
  if (auto It = Loops.find(&L); It != Loops.end()) {
    relyAs(&L);
    return It->second;
  }
  FormVariable V;
  V.Lowest = Poly(0);
  V.Counts = true;
  V.Name = displayName("loop" + std::to_string(Loops.size()));
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  std::optional<Form> F;
  if (!isa<SCEVCouldNotCompute>(Count))
    if (Assumptions New = assumptionsOf([&] { F = assumed(Count, false); }); !New.empty())
      Relying[&L] = std::move(New);
  relyAs(&L);
  if (F) {
    V.Highest = C.highest(*F);
    V.Exact = F->isUniform() && C.isAtLeastZero(F->Constant);
  }
  if (!V.Highest)
    if (auto *Most = dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L)))
      if (Most->getAPInt().getActiveBits() < 62)
        V.Highest = Poly(Most->getAPInt().getZExtValue());
  // Loops end: there is a most for the launch, although nothing tells it.
  if (!V.Highest)
    V.Highest = Poly::symbol(C.addSymbol(displayName("rounds of " + V.Name()), 0));
  return Loops[&L] = C.addVariable(V);
}

Form AddressForms::minMax(const SCEVNAryExpr *S) {
  const bool Signed = isa<SCEVSMinExpr>(S) || isa<SCEVSMaxExpr>(S);
  const bool Min = !isa<SCEVSMaxExpr>(S) && !isa<SCEVUMaxExpr>(S);
  if (isUniform(S))
    return opaque(S);
  // The outer bound is the one that is known to be the tightest, the inner one holds for all operands.
  std::optional<Poly> Outer, Inner;
  std::vector<Form> Operands;
  bool InnerKnown = true;
  for (const SCEV *Op : S->operands()) {
    std::optional<Form> F = assumed(Op, Signed);
    if (F)
      Operands.push_back(*F);
    std::optional<Poly> High = F ? C.highest(*F) : std::nullopt, Low = F ? C.lowest(*F) : std::nullopt;
    std::optional<Poly> O = Min ? High : Low, I = Min ? Low : High;
    auto Tighter = [&](const Poly &A, const Poly &B) { return Min ? C.isAtMost(A, B) : C.isAtMost(B, A); };
    if (O && (!Outer || !Tighter(*Outer, *O)))
      Outer = O;
    if (!I || !InnerKnown || (Inner && !Tighter(*Inner, *I) && !Tighter(*I, *Inner)))
      InnerKnown = false;
    else if (!Inner || Tighter(*I, *Inner))
      Inner = I;
  }
  if (!InnerKnown)
    Inner = std::nullopt;
  if (!Signed && !Inner && Min)
    Inner = Poly(0);
  FormVariable V;
  V.Lowest = Min ? Inner : Outer;
  V.Highest = Min ? Outer : Inner;
  if (Operands.size() == S->getNumOperands()) {
    V.By = FormVariable::OneOf;
    V.Least = Min;
    V.Greatest = !Min;
    for (const Form &F : Operands) {
      std::vector<Constraint> &IsOutermost = V.Conditions.emplace_back();
      for (const Form &Other : Operands)
        if (&Other != &F)
          IsOutermost.push_back({Constraint::AtLeastZero, Min ? Other - F : F - Other});
    }
    V.Operands = std::move(Operands);
  }
  return fresh(S, std::move(V), Signed);
}

std::optional<Form> AddressForms::launchSize(const Value &V) const {
  auto It = Queries.find(&V);
  if (It == Queries.end())
    return std::nullopt;
  const std::optional<Form> F = C.query(It->second.Kind, It->second.Dimension);
  return F && F->isUniform() ? F : std::nullopt;
}

Form AddressForms::unknown(const SCEVUnknown *S) {
  const Value &V = *S->getValue();
  if (auto It = Queries.find(&V); It != Queries.end()) {
    std::optional<Form> F = C.query(It->second.Kind, It->second.Dimension);
    return F ? *F : opaque(S);
  }
  auto *I = dyn_cast<Instruction>(&V);
  if (std::optional<Form> F = I ? shifted(*I, S) : std::nullopt)
    return *F;
  return I && !isUniform(S) ? instruction(*I, S) : opaque(S);
}

// The upper bits of a product that was shifted to the left before: the lower bits of the product itself, with their
// sign. So InstCombine writes `(int)(x * y)`, as (x << 32) * y >> 32.
std::optional<Form> AddressForms::shifted(const Instruction &I, const SCEV *S) {
  auto *By = I.getOpcode() == Instruction::AShr ? dyn_cast<ConstantInt>(I.getOperand(1)) : nullptr;
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  if (!By || Width > 64 || By->getValue().uge(std::min(Width, 62u)))
    return std::nullopt;
  const unsigned Shift = By->getZExtValue();
  const std::optional<Form> F = modular(SE.getSCEV(I.getOperand(0))).dividedBy(int64_t(1) << Shift);
  if (!F || fits(*F, Width - Shift, true))
    return F;
  if (!Assume || Width - Shift < 32)
    return std::nullopt;
  Assumed.insert({S, true});
  return F;
}

// What scalar evolution does not look into.
Form AddressForms::instruction(const Instruction &I, const SCEV *S) {
  if (I.getType()->getScalarSizeInBits() > 64 || !I.getType()->isIntegerTy())
    return opaque(S);
  if (isa<FreezeInst>(I))
    return modular(SE.getSCEV(I.getOperand(0)));
  if (std::optional<Form> F = selectOrRemainder(S, true))
    return *F;
  auto *Constant = isa<BinaryOperator>(I) ? dyn_cast<ConstantInt>(I.getOperand(1)) : nullptr;
  if (!Constant)
    return opaque(S);
  const APInt &Value = Constant->getValue();
  const Poly Number(Value.getSExtValue());
  const SCEV *Operand = SE.getSCEV(I.getOperand(0));
  const std::optional<Form> X = exact(Operand, false);
  const std::optional<Form> Common = X && I.isBitwiseLogicOp() ? masked(*X, Value) : std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::And:
    return Common ? *Common : opaque(S);
  case Instruction::Or:
    return Common ? *X + Form(Number) - *Common : opaque(S);
  case Instruction::Xor:
    return Common ? *X + Form(Number) - *Common * Poly(2) : opaque(S);
  case Instruction::AShr:
  case Instruction::SDiv:
  case Instruction::SRem: {
    // As without a sign, for what has none.
    const bool Shift = I.getOpcode() == Instruction::AShr;
    if (!X || !isExact(Operand, true) || !Value.isStrictlyPositive() || (Shift && Value.uge(62)))
      return opaque(S);
    const int64_t D = Shift ? int64_t(1) << Value.getZExtValue() : Value.getSExtValue();
    const Form Q = quotient(withRemainders(*X), D);
    return I.getOpcode() == Instruction::SRem ? *X - Q * Poly(D) : Q;
  }
  default:
    return opaque(S);
  }
}

// Something of its own: a symbol if it is the same for the launch, else a private variable.
Form AddressForms::opaque(const SCEV *S) {
  Opaque.insert(S);
  if (!S->getType()->isIntegerTy() || !isUniform(S)) {
    std::optional<Poly> Low, High;
    if (S->getType()->isIntegerTy()) {
      const ConstantRange Range = SE.getSignedRange(S);
      if (Range.getSignedMin().getSignificantBits() <= 62 && !Range.getSignedMin().isMinSignedValue())
        Low = Poly(Range.getSignedMin().getSExtValue());
      if (Range.getSignedMax().getSignificantBits() <= 62 && !Range.getSignedMax().isMaxSignedValue())
        High = Poly(Range.getSignedMax().getSExtValue());
    }
    return fresh(S, Low, High);
  }
  const APInt Least = SE.getSignedRange(S).getSignedMin();
  return Form(Poly::symbol(C.addSymbol(
      displayName(S),
      Least.isNonNegative() && Least.getActiveBits() < 62 ? std::optional<int64_t>(Least.getZExtValue()) : std::nullopt,
      S)));
}

Form AddressForms::fresh(const SCEV *S, std::optional<Poly> Lowest, std::optional<Poly> Highest) {
  FormVariable V;
  V.Lowest = std::move(Lowest);
  V.Highest = std::move(Highest);
  return fresh(S, std::move(V));
}

Form AddressForms::fresh(const SCEV *S, FormVariable V, bool Signed) {
  V.Name = displayName(S);
  const unsigned Variable = C.addVariable(std::move(V));
  ReadAs[Variable] = {S, Signed};
  return Form::variable(Variable);
}

} // namespace syclfuse::fuser
