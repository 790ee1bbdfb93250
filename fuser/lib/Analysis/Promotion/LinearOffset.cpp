// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LinearOffset.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

int64_t LinearOffsets::wrap(uint64_t V) const { return SignExtend64(V, Bits); }

void LinearOffsets::add(LinearOffset &Sum, OffsetTerm T) const {
  T.Factor = wrap(T.Factor);
  auto It = find_if(Sum.Terms, [&](const OffsetTerm &O) { return O.Symbol == T.Symbol; });
  if (It != Sum.Terms.end()) {
    It->Factor = wrap(uint64_t(It->Factor) + uint64_t(T.Factor));
    if (It->Factor == 0)
      Sum.Terms.erase(It);
  } else if (T.Factor != 0) {
    Sum.Terms.push_back(T);
  }
}

LinearOffset LinearOffsets::ofPointer(Value *Pointer, const Value *Root) {
  LinearOffset Sum;
  while (Pointer != Root) {
    auto *GEP = dyn_cast<GetElementPtrInst>(Pointer);
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(Bits, 0);
    if (GEP && cast<GEPOperator>(GEP)->collectOffset(DL, Bits, Variable, Constant)) {
      Sum.Constant = wrap(uint64_t(Sum.Constant) + uint64_t(Constant.getSExtValue()));
      for (auto &[V, Scale] : Variable) {
        // Indices are sign-extended or cut to the width of an index.
        const auto Extension =
            V->getType()->getScalarSizeInBits() < Bits ? OffsetSymbol::SignExtended : OffsetSymbol::Leaf;
        addInteger(Sum, V, Scale.getSExtValue(), Extension, 0);
      }
    } else if (!isa<AddrSpaceCastInst, BitCastInst, FreezeInst>(Pointer)) {
      add(Sum, {{OffsetSymbol::Pointer, Pointer}, Pointer, 1});
      break;
    }
    Pointer = cast<Instruction>(Pointer)->getOperand(0);
  }
  return Sum;
}

void LinearOffsets::addQuery(LinearOffset &Sum, ValueClasses::Query Q, int64_t Factor) {
  auto Add = [&](Builtin Kind, unsigned D) {
    // A dimension of one work-item, or of none: its ids are 0.
    const auto R = Launch.range({Kind, D});
    if (R && R->Min == R->Max)
      Sum.Constant = wrap(uint64_t(Sum.Constant) + uint64_t(R->Min) * uint64_t(Factor));
    else
      add(Sum, {{OffsetSymbol::Query, nullptr, {Kind, D}}, nullptr, Factor});
  };
  // Kernels of one launch may ask for the same place by this id or by the others.
  if (Q.first == Builtin::GlobalLinearId && (SplitIds ? Launch.hasLocal() : Launch.isKnown())) {
    uint64_t Stride = 1;
    for (unsigned D = 0; D < 3; Stride *= Launch.global(D++)) {
      addQuery(Sum, {Builtin::GlobalId, D}, wrap(Stride * uint64_t(Factor)));
      Sum.Constant = wrap(uint64_t(Sum.Constant) - Launch.offset(D) * Stride * uint64_t(Factor));
    }
    return;
  }
  if (!SplitIds || Q.first != Builtin::GlobalId)
    return Add(Q.first, Q.second);
  Add(Builtin::LocalId, Q.second);
  Add(Builtin::GlobalOffset, Q.second);
  if (Launch.hasLocal()) {
    Factor = wrap(Launch.local(Q.second) * uint64_t(Factor));
    Add(Builtin::GroupId, Q.second);
  } else
    add(Sum, {{OffsetSymbol::GroupBase, nullptr, {Builtin::GroupId, Q.second}}, nullptr, Factor});
}

// The products that are linear: with a size that is known, and group id × local size.
bool LinearOffsets::addProduct(LinearOffset &Sum, Value *A, Value *B, int64_t Factor) {
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
    auto Q = Classes.query(X), R = Classes.query(Y);
    if (auto Known = Q ? Launch.value(*Q) : std::nullopt) {
      addInteger(Sum, Y, wrap(*Known * uint64_t(Factor)), OffsetSymbol::Leaf, 1);
      return true;
    }
    if (SplitIds && Q && R && Q->first == Builtin::GroupId && R->first == Builtin::LocalSize &&
        Q->second == R->second) {
      add(Sum, {{OffsetSymbol::GroupBase, nullptr, *Q}, nullptr, Factor});
      return true;
    }
  }
  return false;
}

// Where a test for a border has two ends, the optimizer writes base for base + id in the branch where the id is 0: one
// sum in all of them.
std::optional<LinearOffset> LinearOffsets::merged(PHINode &Phi, unsigned Depth) {
  std::optional<LinearOffset> All;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    LinearOffset One;
    addInteger(One, Phi.getIncomingValue(I), 1, OffsetSymbol::Leaf, Depth + 1);
    if (!All || One.Terms.size() > All->Terms.size())
      All = std::move(One);
  }
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    // The difference is 0 for all who come this way.
    LinearOffset Difference = *All;
    addInteger(Difference, Phi.getIncomingValue(I), -1, OffsetSymbol::Leaf, Depth + 1);
    const IdRanges Ids = Guarded->on(*Phi.getIncomingBlock(I), *Phi.getParent());
    const std::optional<OffsetRange> R = range(Difference, Ids);
    if (!R || R->Min != 0 || R->Max != 0)
      return std::nullopt;
  }
  // Values of one of the branches are not there behind them.
  const auto IsAnywhere = [](const OffsetTerm &T) {
    return T.Symbol.Kind == OffsetSymbol::Query || T.Symbol.Kind == OffsetSymbol::GroupBase;
  };
  return All && all_of(All->Terms, IsAnywhere) ? All : std::nullopt;
}

// Adds the parts of V, a sum, difference or product that does not wrap before it is extended. False if V is none.
bool LinearOffsets::addOperation(LinearOffset &Sum, Value *V, int64_t Factor, OffsetSymbol::KindT Extension,
                                 unsigned Depth) {
  using S = OffsetSymbol;
  const unsigned Width = V->getType()->getScalarSizeInBits();
  auto *O = dyn_cast<OverflowingBinaryOperator>(V);
  const bool Exact = Extension == S::Leaf
                         ? Width == Bits
                         : O && (Extension == S::SignExtended ? O->hasNoSignedWrap() : O->hasNoUnsignedWrap());
  Value *X = nullptr, *Y = nullptr;
  const APInt *C = nullptr;
  auto Add = [&](Value *Part, int64_t By) { addInteger(Sum, Part, By, Extension, Depth + 1); };
  if (!Exact)
    return false;
  if (match(V, m_Add(m_Value(X), m_Value(Y))))
    return Add(X, Factor), Add(Y, Factor), true;
  if (match(V, m_Sub(m_Value(X), m_Value(Y))))
    return Add(X, Factor), Add(Y, wrap(0 - uint64_t(Factor))), true;
  if (match(V, m_c_Mul(m_Value(X), m_APInt(C)))) {
    const uint64_t By = Extension == S::ZeroExtended ? C->getZExtValue() : uint64_t(C->getSExtValue());
    return Add(X, wrap(uint64_t(Factor) * By)), true;
  }
  if (match(V, m_Shl(m_Value(X), m_APInt(C))) && C->ult(std::min(Width - 1, 63u)))
    return Add(X, wrap(uint64_t(Factor) << C->getZExtValue())), true;
  return Extension == S::Leaf && match(V, m_Mul(m_Value(X), m_Value(Y))) && addProduct(Sum, X, Y, Factor);
}

// X and the number that V is so many times of, where V is X × 2^n × number >> n, and nothing was shifted out.
std::pair<Value *, int64_t> LinearOffsets::shiftedBack(Value *V) {
  Value *From = nullptr, *X = nullptr;
  const APInt *Shift = nullptr, *By = nullptr;
  if (!match(V, m_Shr(m_Value(From), m_APInt(Shift))) || Shift->uge(62))
    return {};
  int64_t Times = 0;
  if (match(From, m_Shl(m_Value(X), m_APInt(By))) && By->ult(62))
    Times = int64_t(1) << By->getZExtValue();
  else if (match(From, m_c_Mul(m_Value(X), m_APInt(By))) && By->isStrictlyPositive())
    Times = By->getSExtValue();
  const int64_t Parts = int64_t(1) << Shift->getZExtValue();
  if (Times == 0 || Times % Parts != 0)
    return {};
  const std::optional<OffsetRange> R = integerRange(X, OffsetSymbol::Leaf);
  const bool Fits = R && R->Min >= 0 && R->Max <= INT64_MAX / Times;
  return Fits ? std::pair(X, Times / Parts) : std::pair<Value *, int64_t>();
}

void LinearOffsets::addInteger(LinearOffset &Sum, Value *V, int64_t Factor, OffsetSymbol::KindT Extension,
                               unsigned Depth) {
  using S = OffsetSymbol;
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    const APInt Wide = Extension == S::ZeroExtended ? C->getValue().zextOrTrunc(64) : C->getValue().sextOrTrunc(64);
    Sum.Constant = wrap(uint64_t(Sum.Constant) + Wide.getZExtValue() * uint64_t(Factor));
    return;
  }
  const unsigned Width = V->getType()->getScalarSizeInBits();
  // Ids that are not negative have one extension only.
  if (auto Q = Classes.query(V);
      Q && (Extension != S::SignExtended || Launch.range(*Q)) && (Extension != S::Leaf || Width == Bits))
    return addQuery(Sum, *Q, Factor);
  if (Depth < 16 && addOperation(Sum, V, Factor, Extension, Depth))
    return;
  if (auto *Phi = dyn_cast<PHINode>(V); Phi && Guarded && Depth < 4 && Extension == S::Leaf && Width == Bits)
    if (const auto One = merged(*Phi, Depth)) {
      Sum.Constant = wrap(uint64_t(Sum.Constant) + uint64_t(One->Constant) * uint64_t(Factor));
      for (OffsetTerm T : One->Terms) {
        T.Factor = wrap(uint64_t(T.Factor) * uint64_t(Factor));
        add(Sum, T);
      }
      return;
    }
  Value *X = nullptr, *Y = nullptr;
  if (Depth < 16) {
    // No bit in common: as a sum, and it does not wrap.
    if (match(V, m_DisjointOr(m_Value(X), m_Value(Y))) && (Extension != S::SignExtended)) {
      addInteger(Sum, X, Factor, Extension, Depth + 1);
      return addInteger(Sum, Y, Factor, Extension, Depth + 1);
    }
    if (Extension == S::Leaf && Width == Bits && match(V, m_ZExt(m_Value(X))))
      return addInteger(Sum, X, Factor, S::ZeroExtended, Depth + 1);
    if (Extension == S::Leaf && Width == Bits && match(V, m_SExt(m_Value(X))))
      return addInteger(Sum, X, Factor, S::SignExtended, Depth + 1);
    // Cut and extended again: the value itself, if it is small enough.
    if (Extension != S::Leaf && match(V, m_Trunc(m_Value(X))) && X->getType()->getScalarSizeInBits() == Bits)
      if (auto R = integerRange(X, S::Leaf); R && R->Min >= 0 && isUIntN(Width - 1, R->Max))
        return addInteger(Sum, X, Factor, S::Leaf, Depth + 1);
    // The same by shifts, with a factor: X × 2^34 >> 32.
    if (Extension == S::Leaf && Width == Bits)
      if (const auto [Of, Times] = shiftedBack(V); Of)
        return addInteger(Sum, Of, wrap(uint64_t(Factor) * uint64_t(Times)), S::Leaf, Depth + 1);
  }
  add(Sum, {{Extension, Classes.representative(V)}, V, Factor});
}

// What is known of V where control goes from From to To, from the condition of the branch.
static ConstantRange rangeOnEdge(Value *V, BasicBlock &From, BasicBlock &To) {
  const ConstantRange Full = ConstantRange::getFull(V->getType()->getScalarSizeInBits());
  auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  if (!Branch || Branch->isUnconditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return Full;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  const APInt *Bound = nullptr, *Step = nullptr;
  if (!Compare || !match(Compare->getOperand(1), m_APInt(Bound)))
    return Full;
  const bool Taken = Branch->getSuccessor(0) == &To;
  const CmpInst::Predicate P = Taken ? Compare->getPredicate() : Compare->getInversePredicate();
  const ConstantRange Allowed = ConstantRange::makeExactICmpRegion(P, *Bound);
  if (Compare->getOperand(0) == V)
    return Allowed;
  return match(V, m_Add(m_Specific(Compare->getOperand(0)), m_APInt(Step))) ? Allowed.add(*Step) : Full;
}

// Of a number that a loop counts up from ids: where it begins, and how far the condition of the loop lets it go.
ConstantRange LinearOffsets::countedRange(PHINode &Phi, bool Signed, unsigned Depth) {
  const auto Preferred = Signed ? ConstantRange::Signed : ConstantRange::Unsigned;
  const unsigned Width = Phi.getType()->getScalarSizeInBits();
  const auto IsCounted = [&](Value *V) { return match(V, m_c_Add(m_Specific(&Phi), m_Value())); };
  ConstantRange Start = ConstantRange::getEmpty(Width), All = Start;
  for (Value *V : Phi.incoming_values())
    if (!IsCounted(V))
      Start = Start.unionWith(valueRange(V, Signed, Depth + 1), Preferred);
  for (auto [V, From] : zip(Phi.incoming_values(), Phi.blocks())) {
    ConstantRange R = rangeOnEdge(V, *From, *Phi.getParent());
    const APInt *Step = nullptr;
    if (!IsCounted(V))
      R = R.intersectWith(Start, Preferred);
    else if (match(V.get(), m_NSWAdd(m_Specific(&Phi), m_APInt(Step))) && Step->isNonNegative())
      R = R.intersectWith(ConstantRange::getNonEmpty(Start.getSignedMin(), APInt::getSignedMinValue(Width)), Preferred);
    All = All.unionWith(R, Preferred);
  }
  return All;
}

// The number that V is the remainder by, where V is X - X / number × number. The quotient may be the lesser of itself
// and a number that it does not exceed (RowItems.h).
std::optional<uint64_t> LinearOffsets::remainderBy(Value *V, unsigned Depth) {
  Value *X = nullptr, *Product = nullptr, *Quotient = nullptr, *Least = nullptr;
  const APInt *By = nullptr, *Divisor = nullptr, *Most = nullptr;
  if (!match(V, m_Sub(m_Value(X), m_Value(Product))))
    return std::nullopt;
  const unsigned Width = V->getType()->getScalarSizeInBits();
  APInt Number(Width, 0);
  if (match(Product, m_Shl(m_Value(Quotient), m_APInt(By))) && By->ult(Width - 1))
    Number = APInt::getOneBitSet(Width, static_cast<unsigned>(By->getZExtValue()));
  else if (match(Product, m_c_Mul(m_Value(Quotient), m_APInt(By))))
    Number = *By;
  else
    return std::nullopt;
  if (match(Quotient, m_UMin(m_Value(Least), m_APInt(Most))))
    Quotient = Least;
  const bool Divides = (match(Quotient, m_UDiv(m_Specific(X), m_APInt(Divisor))) && *Divisor == Number) ||
                       (match(Quotient, m_LShr(m_Specific(X), m_APInt(Divisor))) && Divisor->ult(Width - 1) &&
                        Number == APInt::getOneBitSet(Width, static_cast<unsigned>(Divisor->getZExtValue())));
  if (!Divides || !Number.isStrictlyPositive() || Width > 64 ||
      (Most && valueRange(X, /*Signed=*/false, Depth + 1).getUnsignedMax().udiv(Number).ugt(*Most)))
    return std::nullopt;
  return Number.getZExtValue();
}

// SCEV knows nothing of ids; clamps, quotients and sums of them are as small as they are.
ConstantRange LinearOffsets::valueRange(Value *V, bool Signed, unsigned Depth) {
  constexpr unsigned Deepest = 6;
  const unsigned Width = V->getType()->getScalarSizeInBits();
  if (auto Q = Classes.query(V))
    if (auto R = Launch.range(*Q); R && R->Min >= 0 && (Width >= 64 || isUIntN(Width - 1, R->Max)))
      return ConstantRange::getNonEmpty(APInt(Width, R->Min), APInt(Width, R->Max) + 1);
  const SCEV *S = SE.getSCEV(V);
  const ConstantRange Known = Signed ? SE.getSignedRange(S) : SE.getUnsignedRange(S);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == Deepest || !I->getType()->isIntegerTy())
    return Known;
  auto Of = [&](Value *Operand) { return valueRange(Operand, Signed, Depth + 1); };
  auto Narrow = [&](const ConstantRange &R) {
    return Known.intersectWith(R, Signed ? ConstantRange::Signed : ConstantRange::Unsigned);
  };
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Narrow(countedRange(*Phi, Signed, Depth));
  if (auto *Select = dyn_cast<SelectInst>(I))
    return Narrow(Of(Select->getTrueValue()).unionWith(Of(Select->getFalseValue())));
  if (auto *Cast = dyn_cast<CastInst>(I); Cast && Cast->getSrcTy()->isIntegerTy())
    return Narrow(Of(Cast->getOperand(0)).castOp(Cast->getOpcode(), Width));
  if (const std::optional<uint64_t> Divisor = remainderBy(V, Depth))
    return Narrow(ConstantRange(APInt(Width, 0), APInt(Width, *Divisor)));
  if (auto *Binary = dyn_cast<BinaryOperator>(I))
    return Narrow(Of(Binary->getOperand(0)).binaryOp(Binary->getOpcode(), Of(Binary->getOperand(1))));
  auto *Call = dyn_cast<IntrinsicInst>(I);
  if (!Call || !ConstantRange::isIntrinsicSupported(Call->getIntrinsicID()) ||
      any_of(Call->args(), [](const Use &U) { return !U->getType()->isIntegerTy(); }))
    return Known;
  SmallVector<ConstantRange, 2> Operands;
  for (Value *Operand : Call->args())
    Operands.push_back(Of(Operand));
  return Narrow(ConstantRange::intrinsic(Call->getIntrinsicID(), Operands));
}

std::optional<OffsetRange> LinearOffsets::integerRange(Value *V, OffsetSymbol::KindT Extension) {
  if (auto Q = Classes.query(V))
    if (auto R = Launch.range(*Q))
      return R;
  const unsigned Width = V->getType()->getScalarSizeInBits();
  if (!SE.isSCEVable(V->getType()) || Width > 64)
    return std::nullopt;
  const ConstantRange R = valueRange(V, Extension != OffsetSymbol::ZeroExtended, 0);
  if (R.isFullSet() || R.isEmptySet())
    return Width < 64 && Extension == OffsetSymbol::ZeroExtended
               ? std::optional(OffsetRange{0, int64_t(maxUIntN(Width))})
               : std::nullopt;
  if (Extension == OffsetSymbol::ZeroExtended)
    return OffsetRange{int64_t(R.getUnsignedMin().getZExtValue()), int64_t(R.getUnsignedMax().getZExtValue())};
  return OffsetRange{R.getSignedMin().getSExtValue(), R.getSignedMax().getSExtValue()};
}

std::optional<OffsetRange> LinearOffsets::range(const OffsetTerm &T) {
  switch (T.Symbol.Kind) {
  case OffsetSymbol::Query:
    return Launch.range(T.Symbol.Of);
  case OffsetSymbol::GroupBase:
  case OffsetSymbol::Pointer:
    return std::nullopt;
  default:
    return integerRange(T.V, T.Symbol.Kind);
  }
}

std::optional<OffsetRange> LinearOffsets::range(const LinearOffset &Sum, const IdRanges &Ids) {
  OffsetRange Out{Sum.Constant, Sum.Constant};
  for (const OffsetTerm &T : Sum.Terms) {
    const bool IsId = T.Symbol.Kind == OffsetSymbol::Query;
    auto *Known = find_if(Ids, [&](const auto &Entry) { return IsId && Entry.first == T.Symbol.Of; });
    std::optional<OffsetRange> R = Known == Ids.end() ? range(T) : Known->second;
    int64_t A = 0, B = 0;
    if (!R || MulOverflow(R->Min, T.Factor, A) || MulOverflow(R->Max, T.Factor, B) ||
        AddOverflow(Out.Min, std::min(A, B), Out.Min) || AddOverflow(Out.Max, std::max(A, B), Out.Max))
      return std::nullopt;
  }
  return Out;
}

} // namespace syclfuse::fuser
