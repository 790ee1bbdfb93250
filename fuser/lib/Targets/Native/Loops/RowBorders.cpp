// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowBorders.h"
#include "ItemBounds.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

class Finder {
public:
  Finder(Instruction &Place, Value &Divisor) : Place(Place), Divisor(Divisor) {}

  RowBorders run() {
    visit(Place, 0);
    for (const Asked &Q : All)
      Found.Questions.push_back({Q.At, answer(Q)});
    return std::move(Found);
  }

private:
  // Whether place + Distance is in relation P to the bound.
  struct Asked {
    Instruction *At;
    CmpInst::Predicate P;
    Value *Moved; // place + Distance
    int64_t Distance;
    Value *Bound;
  };

  void visit(Instruction &Moved, int64_t Distance) {
    for (User *U : Moved.users()) {
      const APInt *C;
      auto *I = dyn_cast<Instruction>(U);
      if (!I)
        continue;
      if (Distance == 0 && match(I, m_Add(m_Specific(&Moved), m_APInt(C))) && C->abs().ule(WidestBorder))
        visit(*I, C->getSExtValue());
      else if (std::optional<CmpInst::Predicate> P = relationOf(*I, Moved))
        note({I, *P, &Moved, Distance, boundOf(*I, Moved)});
    }
  }

  static Value *boundOf(const Instruction &I, const Value &Moved) {
    return I.getOperand(I.getOperand(0) == &Moved ? 1 : 0);
  }

  static std::optional<CmpInst::Predicate> relationOf(const Instruction &I, const Value &Moved) {
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      return Compare->getOperand(0) == &Moved ? Compare->getPredicate() : Compare->getSwappedPredicate();
    if (auto *Choice = dyn_cast<MinMaxIntrinsic>(&I))
      return Choice->isSigned() ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
    return match(&I, m_Intrinsic<Intrinsic::usub_sat>(m_Specific(&Moved), m_Value())) ? std::optional(CmpInst::ICMP_ULT)
                                                                                      : std::nullopt;
  }

  void note(const Asked &Q) {
    auto *C = dyn_cast<ConstantInt>(Q.Bound);
    if (C ? noteConstant(Q, C->getValue()) : noteEnd(Q))
      All.push_back(Q);
  }

  // The places for which it holds begin or end near the ends of the row.
  bool noteConstant(const Asked &Q, const APInt &C) {
    auto *Length = dyn_cast<ConstantInt>(&Divisor);
    const ConstantRange Row(APInt(64, 0), Length ? Length->getValue() : APInt::getOneBitSet(64, 62));
    const ConstantRange True = holdsFor(Q, C);
    std::optional<ConstantRange> Between = True.exactIntersectWith(Row);
    if (!Between)
      Between = True.inverse().exactIntersectWith(Row);
    if (!Between || Between->isEmptySet())
      return false;
    uint64_t First = Found.First, Last = Found.Last;
    for (const APInt &End : {Between->getLower(), Between->getUpper()})
      if (End.ule(WidestBorder))
        First = std::max(First, End.getZExtValue());
      else if (Length && (Length->getValue() - End).ule(WidestBorder))
        Last = std::max(Last, (Length->getValue() - End).getZExtValue());
      else if (End != Row.getUpper())
        return false;
    Found.First = First;
    Found.Last = Last;
    return true;
  }

  static ConstantRange holdsFor(const Asked &Q, const APInt &C) {
    return ConstantRange::makeExactICmpRegion(Q.P, C).subtract(APInt(64, Q.Distance, true));
  }

  // A bound that is counted from the row's end.
  bool noteEnd(const Asked &Q) {
    const std::optional<uint64_t> Back = fromEnd(Q.Bound);
    const int64_t Last = Back ? int64_t(*Back) + Q.Distance : -1;
    if (!Back || Last > int64_t(WidestBorder))
      return false;
    Found.Last = std::max(Found.Last, uint64_t(std::max(Last, int64_t(0))));
    Found.First = std::max(Found.First, uint64_t(std::max(-Q.Distance, int64_t(0))));
    return true;
  }

  // How much less than the length of the row V is.
  std::optional<uint64_t> fromEnd(Value *V) const {
    const APInt *C;
    Value *X, *N;
    if (isSameShared(V, &Divisor))
      return 0;
    const bool Known = (match(V, m_Add(m_Value(X), m_APInt(C))) && isSameShared(X, &Divisor)) ||
                       (match(V, m_SExt(m_NSWAdd(m_Value(X), m_APInt(C)))) && match(&Divisor, m_SExt(m_Value(N))) &&
                        isSameShared(X, N));
    return Known && C->isNegative() && C->abs().ule(WidestBorder) ? std::optional(C->abs().getZExtValue())
                                                                  : std::nullopt;
  }

  Value *answer(const Asked &Q) const {
    auto *C = dyn_cast<ConstantInt>(Q.Bound);
    const bool Holds = C ? holdsFor(Q, C->getValue()).contains(APInt(64, Found.First))
                         : ICmpInst::isLT(Q.P) || ICmpInst::isLE(Q.P) || Q.P == CmpInst::ICMP_NE;
    if (isa<ICmpInst>(Q.At))
      return ConstantInt::getBool(Q.At->getType(), Holds);
    const Intrinsic::ID Operation = cast<IntrinsicInst>(Q.At)->getIntrinsicID();
    if (Operation == Intrinsic::usub_sat)
      return Holds ? Constant::getNullValue(Q.At->getType()) : nullptr;
    const bool IsMinimum = Operation == Intrinsic::umin || Operation == Intrinsic::smin;
    return IsMinimum == Holds ? Q.Moved : Q.Bound;
  }

  Instruction &Place;
  Value &Divisor;
  RowBorders Found;
  SmallVector<Asked, 4> All;
};

} // namespace

RowBorders findRowBorders(Instruction &Place, Value &Divisor) { return Finder(Place, Divisor).run(); }

} // namespace syclfuse::fuser
