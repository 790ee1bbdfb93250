// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AddressForms.h"

#include "MemoryAccesses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace llvm;

namespace syclfuse::fuser {

// With a factor up to this, ids of launches whose sizes are not known do not overflow 64 bits.
static constexpr uint64_t SmallCoefficient = uint64_t(1) << 20;

const Form &AddressForms::modular(const SCEV *S) {
  auto It = Known.find(S);
  if (It != Known.end()) {
    if (auto Used = AssumedBy.find(S); Used != AssumedBy.end())
      Current.insert(Used->second.begin(), Used->second.end());
    return It->second;
  }
  std::set<Assumption> Before = std::exchange(Current, {});
  Form F = compute(S);
  if (F.isBad())
    F = opaque(S);
  if (!Current.empty())
    AssumedBy[S] = Current;
  Current.merge(Before);
  return Known.emplace(S, std::move(F)).first->second;
}

Form AddressForms::compute(const SCEV *S) {
  if (auto *Constant = dyn_cast<SCEVConstant>(S))
    return Constant->getAPInt().getSignificantBits() <= 64 ? Form(Poly(Constant->getAPInt().getSExtValue())) : opaque(S);
  if (auto *Sum = dyn_cast<SCEVAddExpr>(S)) {
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
    return F;
  }
  if (auto *Division = dyn_cast<SCEVUDivExpr>(S)) {
    std::optional<Form> Dividend = assumed(Division->getLHS(), false);
    auto *Divisor = dyn_cast<SCEVConstant>(Division->getRHS());
    if (Dividend && Divisor && Divisor->getAPInt().isStrictlyPositive() && Divisor->getAPInt().getActiveBits() < 63)
      return quotient(withRemainders(*Dividend), Divisor->getAPInt().getZExtValue());
    return Dividend && !Divisor && Assume ? quotient(Division, withRemainders(*Dividend)) : opaque(S);
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

// The value of the operand if it fits; else that modulo 2^width, which for zero extension is a remainder.
Form AddressForms::extended(const SCEVCastExpr *S, bool Signed) {
  const SCEV *Op = S->getOperand();
  if (std::optional<Form> F = assumed(Op, Signed))
    return *F;
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

// How often the back edge was taken.
unsigned AddressForms::loopVariable(const Loop &L) {
  if (auto It = Loops.find(&L); It != Loops.end()) {
    if (auto Used = AssumedByLoop.find(&L); Used != AssumedByLoop.end())
      Current.insert(Used->second.begin(), Used->second.end());
    return It->second;
  }
  std::set<Assumption> Before = std::exchange(Current, {});
  FormVariable V;
  V.Lowest = Poly(0);
  V.Counts = true;
  V.Name = "loop" + std::to_string(Loops.size());
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  if (!isa<SCEVCouldNotCompute>(Count))
    if (std::optional<Form> F = assumed(Count, false)) {
      V.Highest = C.highest(*F);
      V.Exact = F->isUniform() && C.isAtLeastZero(F->Constant);
    }
  if (!V.Highest)
    if (auto *Most = dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L)))
      if (Most->getAPInt().getActiveBits() < 62)
        V.Highest = Poly(Most->getAPInt().getZExtValue());
  if (!Current.empty())
    AssumedByLoop[&L] = Current;
  Current.merge(Before);
  return Loops[&L] = C.addVariable(V);
}

// Whether it is made of what a launch is given and counts: sizes, arguments, ids, and rounds of loops, of which the same holds. Loads and
// the like could be anything.
bool AddressForms::isTold(const Form &F) const {
  auto IsTold = [&](const Poly &P) {
    return !P.isBad() && !P.mentionsAny([&](unsigned Symbol) {
      const LaunchCoordinates::Origin &From = C.origin(Symbol);
      const SCEV *S = From.Of;
      if (auto *Cast = dyn_cast_or_null<SCEVIntegralCastExpr>(S); Cast && !isa<SCEVTruncateExpr>(Cast))
        S = Cast->getOperand();
      auto *Unknown = dyn_cast_or_null<SCEVUnknown>(S);
      return !From.Query && !(Unknown && isa<Argument>(Unknown->getValue()));
    });
  };
  return IsTold(F.Constant) && all_of(F.Terms, [&](const auto &T) {
           const auto &[V, Coefficient] = T;
           const std::optional<Poly> &Highest = C.variable(V).Highest;
           const bool IsId = V < C.idVariables();
           const bool IsRound = !IsId && any_of(Loops, [V = V](const auto &L) { return L.second == V; });
           return IsTold(Coefficient) && (IsId || (IsRound && Highest && IsTold(*Highest)));
         });
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
    V.By = Min ? FormVariable::Least : FormVariable::Greatest;
    V.Operands = std::move(Operands);
  }
  return fresh(S, std::move(V));
}

Form AddressForms::unknown(const SCEVUnknown *S) {
  const Value &V = *S->getValue();
  if (auto It = Queries.find(&V); It != Queries.end()) {
    std::optional<Form> F = C.query(It->second.Kind, It->second.Dimension);
    return F ? *F : opaque(S);
  }
  if (isUniform(S))
    return opaque(S);
  auto *I = dyn_cast<Instruction>(&V);
  return I ? instruction(*I, S) : opaque(S);
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

// X & Mask: each run of ones in the mask is the remainder of a quotient.
std::optional<Form> AddressForms::masked(const Form &X, const APInt &Mask) {
  Form Sum;
  const Form Dividend = withRemainders(X);
  const unsigned Width = Mask.getBitWidth();
  for (unsigned From = 0; From != Width;) {
    if (!Mask[From]) {
      ++From;
      continue;
    }
    unsigned To = From;
    while (To != Width && Mask[To])
      ++To;
    Form Part = From < 62 ? quotient(Dividend, int64_t(1) << From) * Poly(int64_t(1) << From) : Form();
    if (From >= 62 || (To >= 62 && To != Width))
      return std::nullopt;
    if (To != Width)
      Part = Part - quotient(Dividend, int64_t(1) << To) * Poly(int64_t(1) << To);
    Sum = Sum + Part;
    From = To;
  }
  return Sum;
}

// Rounded down. What is a multiple of D is divided, and what is left over after that contributes nothing if it is between 0 and D - 1.
Form AddressForms::quotient(const Form &F, int64_t D) {
  if (D == 1)
    return F;
  Form Whole, Rest;
  auto Split = [&](const Poly &P, Form Variable) {
    if (std::optional<Poly> Q = P.dividedBy(D))
      Whole = Whole + Variable * *Q;
    else
      Rest = Rest + Variable * P;
  };
  for (const auto &[V, Coefficient] : F.Terms)
    Split(Coefficient, Form::variable(V));
  const int64_t Number = F.Constant.constantTerm(), Remainder = (Number % D + D) % D;
  Split(F.Constant - Poly(Number), Form(Poly(1)));
  Whole = Whole + Form(Poly((Number - Remainder) / D));
  Rest = Rest + Form(Poly(Remainder));
  const std::optional<Poly> Low = C.lowest(Rest), High = C.highest(Rest);
  if (Low && High && C.isAtLeastZero(*Low) && C.isLess(*High, Poly(D)))
    return Whole;
  if (auto It = Quotients.find({Rest, D}); It != Quotients.end())
    return Whole + It->second;
  if (Rest.isUniform()) {
    const unsigned Symbol = C.addSymbol("(" + C.str(Rest) + ")/" + std::to_string(D), std::nullopt);
    return Whole + (Quotients[{Rest, D}] = Form(Poly::symbol(Symbol)));
  }
  FormVariable V;
  V.Name = "quotient" + std::to_string(Quotients.size());
  if (Low && C.isAtLeastZero(*Low)) {
    V.Lowest = Poly(0);
    V.Highest = High;
  }
  if (auto N = Low ? Low->constant() : std::nullopt)
    V.Lowest = Poly((*N - ((*N % D + D) % D)) / D);
  if (auto N = High ? High->constant() : std::nullopt)
    V.Highest = Poly((*N - ((*N % D + D) % D)) / D);
  V.By = FormVariable::Quotient;
  V.Operands = {Rest};
  V.Divisor = D;
  const unsigned Q = C.addVariable(V);
  Divisions[Q] = {Rest, Poly(D), Poly(D), std::nullopt};
  return Whole + (Quotients[{Rest, D}] = Form::variable(Q));
}

// By a number that only a run knows: of interest for its remainder.
Form AddressForms::quotient(const SCEVUDivExpr *S, const Form &F) {
  const Form Divisor = modular(S->getRHS());
  const std::optional<Form> Below = assumed(S->getRHS(), false);
  if (F.isUniform() || !Divisor.isUniform() || !Below || !Below->isUniform())
    return opaque(S);
  const Form Q = fresh(S, {}, {});
  Divisions[Q.Terms.begin()->first] = {F, Divisor.Constant, Below->Constant, std::nullopt};
  return Q;
}

bool AddressForms::addModuli(CoordinateModuli &Moduli) const {
  bool Changed = false;
  Moduli.resize(C.coordinates().size());
  for (const auto &[Divided, Quotient] : Quotients)
    for (auto [N, K] : enumerate(C.coordinates()))
      for (auto [V, Weight] : K.Digits) {
        // Factor · digit is a multiple of the divisor at each multiple of this.
        const std::optional<int64_t> Factor = Divided.first.coefficient(V).constant();
        if (!Factor || *Factor == 0 || !all_of(Divided.first.Terms, [](const auto &T) { return T.second.constant(); }))
          continue;
        const int64_t Step = Divided.second / std::gcd(Divided.second, *Factor);
        int64_t Modulus;
        if (Step == 1 || MulOverflow(Step, Weight, Modulus) || Modulus >= (int64_t(1) << 31) || is_contained(Moduli[N], Modulus) ||
            Moduli[N].size() == 16)
          continue;
        Moduli[N].push_back(Modulus);
        Changed = true;
      }
  return Changed;
}

// The number of which P is this multiple of D.
static std::optional<Poly> multiple(const Poly &P, const Poly &D) {
  if (P.isBad() || D.isBad() || P.terms().empty() || D.terms().empty())
    return std::nullopt;
  const int64_t Of = D.terms().front().second, By = Of == 0 || Of == -1 ? 0 : P.terms().front().second / Of;
  return By != 0 && D * Poly(By) == P ? std::optional(Poly(By)) : std::nullopt;
}

Form AddressForms::withRemainders(Form F) {
  for (bool Changed = !Divisions.empty(); Changed;) {
    Changed = false;
    for (const auto &[V, Coefficient] : Form(F).Terms) {
      auto It = Divisions.find(V);
      if (It == Divisions.end())
        continue;
      const std::optional<int64_t> Divisor = It->second.Divisor.constant();
      const std::optional<Poly> Times = Divisor ? (-Coefficient).dividedBy(*Divisor) : multiple(-Coefficient, It->second.Divisor);
      if (!Times)
        continue;
      // F = Times × (dividend - divisor × quotient) + others: only if all of the dividend goes.
      Form Others = F - (It->second.Dividend - Form::variable(V) * It->second.Divisor) * *Times;
      if (Others.Terms.size() + It->second.Dividend.Terms.size() + 1 != F.Terms.size())
        continue;
      if (!It->second.Remainder) {
        FormVariable R;
        R.Lowest = Poly(0);
        R.Highest = It->second.Below - Poly(1);
        R.Name = C.variable(V).Name + "'s remainder";
        R.By = FormVariable::Remainder;
        R.Operands = {It->second.Dividend};
        R.Divisor = Divisor.value_or(1);
        It->second.Remainder = C.addVariable(R);
      }
      F = Others + Form::variable(*It->second.Remainder) * *Times;
      Changed = true;
      break;
    }
  }
  return F;
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
  std::string Name;
  raw_string_ostream OS(Name);
  S->print(OS);
  const APInt Least = SE.getSignedRange(S).getSignedMin();
  return Form(Poly::symbol(C.addSymbol(
      Name, Least.isNonNegative() && Least.getActiveBits() < 62 ? std::optional<int64_t>(Least.getZExtValue()) : std::nullopt, S)));
}

Form AddressForms::fresh(const SCEV *S, std::optional<Poly> Lowest, std::optional<Poly> Highest) {
  FormVariable V;
  V.Lowest = std::move(Lowest);
  V.Highest = std::move(Highest);
  return fresh(S, std::move(V));
}

Form AddressForms::fresh(const SCEV *S, FormVariable V) {
  raw_string_ostream OS(V.Name);
  S->print(OS);
  return Form::variable(C.addVariable(std::move(V)));
}

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
    It->second = C.addSymbol("unsigned " + C.str(modular(S)), 0, S, /*Signed=*/false);
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
  if (Width < 32 || Width > 64 || !isTold(F))
    return std::nullopt;
  const int64_t Limit = Width == 64 || (Width == 63 && !Signed) ? INT64_MAX : (int64_t(1) << (Signed ? Width - 1 : Width)) - 1;
  Current.insert({F, Signed ? -Limit - 1 : 0, Limit});
  return F;
}

// Where assumptions are allowed only: no proof is made with these.
std::optional<Form> AddressForms::selectOrRemainder(const SCEV *S, bool Signed) {
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  auto *I = Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
  if (!I || !Assume || !I->getType()->isIntegerTy() || !(isa<SelectInst>(I) || (Signed && I->getOpcode() == Instruction::SRem)))
    return std::nullopt;
  auto [It, New] = Chosen.try_emplace({S, Signed});
  auto &[Result, Assumptions] = It->second;
  if (New) {
    std::set<Assumption> Before = std::exchange(Current, {});
    auto *Select = dyn_cast<SelectInst>(I);
    std::optional<FormVariable> V = Select ? select(*Select, Signed) : remainder(*I);
    Assumptions = std::exchange(Current, std::move(Before));
    if (V)
      Result = fresh(S, std::move(*V));
  }
  if (Result)
    Current.insert(Assumptions.begin(), Assumptions.end());
  return Result;
}

// One of two values, and when.
std::optional<FormVariable> AddressForms::select(const SelectInst &I, bool Signed) {
  FormVariable V;
  V.By = FormVariable::Chosen;
  for (const Value *Operand : {I.getTrueValue(), I.getFalseValue()}) {
    std::optional<Form> F = assumed(SE.getSCEV(const_cast<Value *>(Operand)), Signed);
    if (!F)
      return std::nullopt;
    V.Operands.push_back(std::move(*F));
  }
  std::set<Assumption> Before = std::exchange(Current, {});
  for (bool First : {true, false})
    addCondition(*I.getCondition(), First, *this, SE, V.Conditions[First ? 0 : 1]);
  Current = std::move(Before);
  return V;
}

// By a number that only a run knows, with a sign: that of the dividend.
std::optional<FormVariable> AddressForms::remainder(const Instruction &I) {
  const std::optional<Form> X = assumed(SE.getSCEV(I.getOperand(0)), true), N = assumed(SE.getSCEV(I.getOperand(1)), true);
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

bool AddressForms::fits(const Form &F, unsigned Width, bool Signed) {
  const std::optional<Poly> Low = C.lowest(F), High = C.highest(F);
  if (!Low || !High || Width > 64 || (!Signed && !C.isAtLeastZero(*Low)))
    return false;
  if (Width < 64) {
    const int64_t Limit = int64_t(1) << (Signed ? Width - 1 : Width);
    auto IsBelow = [&](const Poly &P) {
      if (const std::optional<int64_t> N = P.constant())
        return *N < Limit;
      return Width >= 32 && any_of(C.idLimits(), [&](const Poly &Most) { return C.isAtMost(P, Most * Poly(int64_t(1) << (Width - 32))); });
    };
    return IsBelow(*High) && IsBelow(-*Low);
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
