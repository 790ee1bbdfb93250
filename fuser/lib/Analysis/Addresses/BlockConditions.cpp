// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BlockConditions.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

BlockConditions::BlockConditions(Function &F, const DominatorTree &DT, const PostDominatorTree &PDT,
                                 const LoopInfo &LI) {
  for (const DomTreeNode *N : depth_first(DT.getRootNode()))
    Nodes[N->getBlock()] = std::make_unique<Node>(makeNode(*N->getBlock(), DT, PDT, LI));
}

// All iterations of the loop run all of its body but what is under a condition of its own.
static bool isPlain(const Loop &L) { return L.getLoopLatch() && L.getExitingBlock() == L.getLoopLatch(); }

// What has to hold for the terminator to go to the successor; nothing if there are several ways.
void BlockConditions::setCondition(Node &N, const Instruction &Terminator, const BasicBlock &Successor) {
  if (const auto *Branch = dyn_cast<BranchInst>(&Terminator)) {
    if (Branch->isConditional() && Branch->getSuccessor(0) != Branch->getSuccessor(1)) {
      N.Condition = Branch->getCondition();
      N.Taken = Branch->getSuccessor(0) == &Successor;
    }
    return;
  }
  constexpr unsigned MostCases = 8;
  const auto *Switch = dyn_cast<SwitchInst>(&Terminator);
  if (!Switch || !Switch->getNumCases() || Switch->getNumCases() > MostCases)
    return;
  N.Taken = Switch->getDefaultDest() != &Successor;
  for (const auto &Case : Switch->cases())
    if ((Case.getCaseSuccessor() == &Successor) == N.Taken)
      N.Cases.push_back(Case.getCaseValue());
  if (N.Cases.size() == (N.Taken ? 1 : Switch->getNumCases()))
    N.Condition = Switch->getCondition();
}

BlockConditions::Node BlockConditions::makeNode(const BasicBlock &BB, const DominatorTree &DT,
                                                const PostDominatorTree &PDT, const LoopInfo &LI) const {
  Node New;
  const DomTreeNode *Dominator = DT.getNode(&BB)->getIDom();
  if (!Dominator)
    return New;
  if (const Loop *L = LI.getLoopFor(&BB); L && L->getHeader() == &BB && L->getLoopLatch())
    New.Tested = L;
  const BasicBlock *From = Dominator->getBlock();
  const BasicBlock *Branches = From;
  // Behind a loop: what holds before it, for loops end.
  while (const Loop *L = LI.getLoopFor(From)) {
    if (L->contains(&BB))
      break;
    From = L->getHeader();
    if (!DT.getNode(From)->getIDom())
      break;
    From = DT.getNode(From)->getIDom()->getBlock();
  }
  New.Parent = Nodes.find(From)->second.get();
  New.Complete = New.Parent->Complete;
  if (const Loop *L = LI.getLoopFor(&BB); L && L->getHeader() == &BB)
    New.Complete &= isPlain(*L);
  if (PDT.dominates(&BB, From))
    return New;
  New.Complete = false;
  // The condition of the edge into this block's part of the function.
  const auto Ways = successors(Branches);
  for (const BasicBlock *Successor : Ways)
    if (count(Ways, Successor) == 1 && DT.dominates(BasicBlockEdge(Branches, Successor), &BB)) {
      setCondition(New, *Branches->getTerminator(), *Successor);
      New.Complete = New.Condition && New.Parent->Complete && Branches == From && PDT.dominates(&BB, Successor);
      if (const Loop *L = LI.getLoopFor(&BB); L && L->getHeader() == &BB)
        New.Complete &= isPlain(*L);
    }
  return New;
}

namespace {

// Conditions as constraints on forms.
class Conditions {
public:
  Conditions(AddressForms &Forms, ScalarEvolution &SE, std::vector<Guard> &Out) : Forms(Forms), SE(SE), Out(Out) {}

  // Whether the condition is expressed in full.
  bool add(const Value &Condition, bool Taken, unsigned Depth = 0) {
    Value *A, *B;
    auto *V = const_cast<Value *>(&Condition);
    if (Depth == 8)
      return false;
    if (match(V, m_Not(m_Value(A))))
      return add(*A, !Taken, Depth + 1);
    if (Taken ? match(V, m_LogicalAnd(m_Value(A), m_Value(B))) : match(V, m_LogicalOr(m_Value(A), m_Value(B)))) {
      const bool First = add(*A, Taken, Depth + 1);
      return add(*B, Taken, Depth + 1) && First;
    }
    if (auto *Freeze = dyn_cast<FreezeInst>(V))
      return add(*Freeze->getOperand(0), Taken, Depth + 1);
    auto *Compare = dyn_cast<ICmpInst>(V);
    const std::optional<Comparison> Of = Compare ? numbersOf(*Compare, Taken) : std::nullopt;
    if (Of && WithSigns && Compare->hasSameSign())
      compare(ICmpInst::getSignedPredicate(Of->P), Of->Sides[0], Of->Sides[1]);
    return Of && compare(Of->P, Of->Sides[0], Of->Sides[1]);
  }
  bool addCases(const Value &Condition, ArrayRef<const ConstantInt *> Cases, bool Taken) {
    bool Complete = true;
    for (const ConstantInt *Case : Cases)
      Complete &= compare(Taken ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, SE.getSCEV(const_cast<Value *>(&Condition)),
                          SE.getConstant(Case->getValue()));
    return Complete;
  }

  // What holds in each round of a loop: that this is none too many; with a test at the end of the round, the test that
  // the round before has passed, where the way into the loop says the same of the first one. Of interest where it is
  // not the same for all work-items how many rounds there are, as in `for (i = id; i < n; i += items)`.
  void addRounds(const Loop &L, function_ref<void(Conditions &)> AddEntry) {
    const SCEV *Count = SE.getBackedgeTakenCount(&L);
    std::optional<Form> Left;
    Assumptions Relies = Forms.assumptionsOf([&] { Left = Forms.roundsLeft(L); });
    if (Left)
      add({Constraint::AtLeastZero, *Left}, std::move(Relies));
    const auto *Branch = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
    const auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Test || Forms.isUniform(Count))
      return;
    const std::optional<Comparison> Of = numbersOf(*Test, Branch->getSuccessor(0) == L.getHeader());
    if (!Of)
      return;
    // A number that goes before the first one may be less than zero.
    CmpInst::Predicate P = Test->hasSameSign() ? ICmpInst::getSignedPredicate(Of->P) : Of->P;
    for (unsigned Side : {0, 1}) {
      const Value &Number = *Test->getOperand(Side);
      const SCEV *Bound = Of->Sides[1 - Side];
      const SCEVAddRecExpr *Round = before(Of->Sides[Side], L);
      Assumptions Relies;
      if (Round && SE.isLoopInvariant(Bound, &L) &&
          (SE.isLoopEntryGuardedByCond(&L, P, Round->getStart(), Bound) ||
           isEntered(P, Round->getStart(), Bound, AddEntry, Relies))) {
        const SCEVAddRecExpr *Whole = Number.getType()->isIntegerTy() ? before(uncut(Number), L) : nullptr;
        const bool IsWhole = Whole && Whole->getType() != Round->getType() &&
                             Whole->getStart() == SE.getSignExtendExpr(Round->getStart(), Whole->getType());
        const size_t Before = Out.size();
        compare(P, IsWhole ? Whole : Round, Bound);
        for (Guard &G : drop_begin(Out, Before)) {
          G.EndsLoop = true;
          G.Relies.insert(Relies.begin(), Relies.end());
        }
      }
      P = CmpInst::getSwappedPredicate(P);
    }
  }

private:
  static constexpr unsigned MostSteps = 16; // from a pointer to its base

  struct Comparison {
    CmpInst::Predicate P;
    std::array<const SCEV *, 2> Sides;
  };

  // Two pointers into one object compare as the numbers of their elements do, counted from where their ways part.
  std::optional<Comparison> numbersOf(const ICmpInst &I, bool Taken) {
    const CmpInst::Predicate P = Taken ? I.getPredicate() : I.getInversePredicate();
    const std::array Sides{I.getOperand(0), I.getOperand(1)};
    if (Sides[0]->getType()->isIntegerTy())
      return Comparison{P, {SE.getSCEV(Sides[0]), SE.getSCEV(Sides[1])}};
    if (!Sides[0]->getType()->isPointerTy())
      return std::nullopt;
    SmallPtrSet<const Value *, 8> Way;
    for (const Value *V = Sides[0]; V && Way.insert(V).second;)
      V = from(*V);
    const Value *Base = Sides[1];
    for (unsigned Depth = 0; Base && !Way.contains(Base); ++Depth)
      Base = Depth == MostSteps ? nullptr : from(*Base);
    if (!Base || Way.size() > MostSteps)
      return std::nullopt;
    const SCEV *L = offset(*Sides[0], *Base), *R = offset(*Sides[1], *Base);
    if (!L || !R)
      return std::nullopt;
    const SCEV *Size =
        SE.getConstant(APIntOps::GreatestCommonDivisor(SE.getConstantMultiple(L), SE.getConstantMultiple(R)));
    Comparison Of{ICmpInst::getSignedPredicate(P), {L, R}};
    for (const SCEV *&Side : Of.Sides) {
      const SCEV *Number, *Rest;
      SCEVDivision::divide(SE, Side, Size, &Number, &Rest);
      if (!Rest->isZero())
        return std::nullopt;
      Side = Number;
    }
    return Of;
  }

  // The pointer that P is computed from, in a loop that with which it begins.
  const Value *from(const Value &P) {
    if (const auto *GEP = dyn_cast<GEPOperator>(&P))
      return GEP->getPointerOperand();
    const SCEVAddRecExpr *Round = roundOf(P);
    return Round ? cast<PHINode>(P).getIncomingValueForBlock(Round->getLoop()->getLoopPreheader()) : nullptr;
  }

  // In bytes, from a pointer on the way to P. Null if it is not known.
  const SCEV *offset(const Value &P, const Value &Base) {
    if (&P == &Base)
      return SE.getZero(Type::getInt64Ty(P.getContext()));
    const SCEV *Before = offset(*from(P), Base);
    if (!Before)
      return nullptr;
    if (const SCEVAddRecExpr *Round = roundOf(P))
      return SE.getAddRecExpr(Before, Round->getStepRecurrence(SE), Round->getLoop(), SCEV::FlagAnyWrap);
    // Indices of arrays and structures are gone by now. What may wrap around is no number of elements.
    const auto &GEP = cast<GEPOperator>(P);
    const bool IsNumber = GEP.getNumIndices() == 1 && GEP.hasNoUnsignedSignedWrap();
    const SCEV *Index = IsNumber ? SE.getSCEV(GEP.getOperand(1)) : nullptr;
    return Index ? SE.getAddExpr(Before, SE.getMulExpr(SE.getTruncateOrSignExtend(Index, Before->getType()),
                                                       SE.getSizeOfExpr(Before->getType(), GEP.getSourceElementType())))
                 : nullptr;
  }

  // For the first value of a loop's rounds.
  const SCEVAddRecExpr *roundOf(const Value &P) {
    const auto *Round = isa<PHINode>(P) ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(&P))) : nullptr;
    return Round && Round->isAffine() && Round->getLoop()->getHeader() == cast<PHINode>(P).getParent() &&
                   Round->getLoop()->getLoopPreheader()
               ? Round
               : nullptr;
  }

  // Whether the ids that there are, or the conditions on the way into a loop, say that its first number passes the
  // test; and what they rely on.
  bool isEntered(CmpInst::Predicate P, const SCEV *First, const SCEV *Bound, function_ref<void(Conditions &)> AddEntry,
                 Assumptions &Relies) {
    std::vector<Guard> Passed, Known;
    Conditions(Forms, SE, Passed).compare(P, First, Bound);
    if (Passed.empty() || Passed.front().Known.Kind != Constraint::AtLeastZero)
      return false;
    Relies = Passed.front().Relies;
    const LaunchCoordinates &Ids = Forms.coordinates();
    if (const std::optional<Poly> Least = Ids.lowest(Passed.front().Known.F); Least && Ids.isAtLeastZero(*Least))
      return true;
    Conditions Entry(Forms, SE, Known);
    Entry.WithSigns = true;
    AddEntry(Entry);
    for (const Guard &G : Known) {
      const Form More = Passed.front().Known.F - G.Known.F;
      const std::optional<int64_t> Number = More.isUniform() ? More.Constant.constant() : std::nullopt;
      if (G.Known.Kind != Constraint::AtLeastZero || !Number || *Number < 0)
        continue;
      Relies.insert(G.Relies.begin(), G.Relies.end());
      return true;
    }
    return false;
  }

  // The number that S is one step ahead of, in a round of L.
  const SCEVAddRecExpr *before(const SCEV *S, const Loop &L) {
    const auto *Next = dyn_cast<SCEVAddRecExpr>(S);
    if (!Next || Next->getLoop() != &L || !Next->isAffine())
      return nullptr;
    return dyn_cast<SCEVAddRecExpr>(SE.getMinusSCEV(Next, Next->getStepRecurrence(SE)));
  }

  // What was cut to V without a loss, so that both are one number with a sign; else V.
  const SCEV *uncut(const Value &V) {
    const auto *Cut = dyn_cast<TruncInst>(&V);
    return SE.getSCEV(Cut && Cut->hasNoSignedWrap() ? Cut->getOperand(0) : const_cast<Value *>(&V));
  }

  bool compare(CmpInst::Predicate P, const SCEV *L, const SCEV *R) {
    std::optional<Form> A, B;
    auto Ask = [&](auto Value) {
      for (bool Signed : {false, true}) {
        if ((ICmpInst::isSigned(P) && !Signed) || (ICmpInst::isUnsigned(P) && Signed) || (A && B))
          continue;
        A = Value(L, Signed);
        B = Value(R, Signed);
      }
    };
    Assumptions Relies = Forms.assumptionsOf([&] {
      Ask([&](const SCEV *S, bool Signed) {
        return ICmpInst::isEquality(P) ? Forms.exact(S, Signed) : Forms.exactOrArgument(S, Signed);
      });
    });
    if (const bool MayBeRange = !A && P == CmpInst::ICMP_ULT && Forms.assumes() && Relies.empty(); MayBeRange) {
      const size_t Before = Out.size();
      if (const bool Complete = compareRange(L, B); Out.size() != Before)
        return Complete;
    }
    if ((!A || !B) && Forms.assumes() && !ICmpInst::isEquality(P))
      Relies = Forms.assumptionsOf([&] { Ask([&](const SCEV *S, bool Signed) { return Forms.assumed(S, Signed); }); });
    // Numbers of so many bits that differ are different numbers.
    if ((!A || !B) && P == CmpInst::ICMP_NE && L->getType()->isIntegerTy()) {
      add({Constraint::NotZero, Forms.withRemainders(Forms.modular(L) - Forms.modular(R))}, {});
      return false;
    }
    if (!A || !B)
      return false;
    const Form Difference = Forms.withRemainders(*A - *B), One{Poly(1)};
    Constraint Known{Constraint::AtLeastZero, Difference};
    if (P == CmpInst::ICMP_EQ || P == CmpInst::ICMP_NE)
      Known.Kind = P == CmpInst::ICMP_EQ ? Constraint::Zero : Constraint::NotZero;
    else if (ICmpInst::isGT(P))
      Known.F = Difference - One;
    else if (ICmpInst::isLT(P))
      Known.F = Difference * Poly(-1) - One;
    else if (ICmpInst::isLE(P))
      Known.F = Difference * Poly(-1);
    const bool Complete = Relies.empty() && !Known.F.isBad();
    add(std::move(Known), std::move(Relies));
    return Complete;
  }

  // A constraint, and what follows from it: what is no more than the least of several numbers is no more than each.
  void add(Constraint Known, Assumptions Relies) {
    Out.push_back({Known, Relies});
    for (const auto &[V, K] : Known.F.Terms) {
      const FormVariable &X = Forms.coordinates().variable(V);
      if (Known.Kind == Constraint::AtLeastZero && (X.Least || X.Greatest) && K == Poly(X.Least ? 1 : -1))
        for (const Form &Operand : std::vector<Form>(X.Operands))
          add({Known.Kind, Known.F - Form::variable(V) * K + Operand * K}, Relies);
    }
  }

  // x - c < length without sign, which is how c <= x && x < c + length ends. Zero less one is below no length at all;
  // where c is more, only lengths that leave room say that x is no less.
  bool compareRange(const SCEV *S, const std::optional<Form> &Length) {
    const auto *Sum = dyn_cast<SCEVAddExpr>(S);
    const auto *Less = Sum && Sum->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
    if (!Less || !Less->getAPInt().isNegative() || Less->getAPInt().getSignificantBits() > 62 ||
        (!Length && !Less->getAPInt().isAllOnes()))
      return false;
    std::optional<Form> X;
    if (!Forms.assumptionsOf([&] { X = Forms.exact(Sum->getOperand(1), false); }).empty() || !X)
      return false;
    const Form From = *X + Form(Poly(Less->getAPInt().getSExtValue()));
    const APInt Room = Less->getAPInt(); // 2^width - c
    const std::optional<int64_t> Number = Length && Length->isUniform() ? Length->Constant.constant() : std::nullopt;
    const bool LeavesRoom = Room.isAllOnes() || (Number && *Number >= 0 && Room.uge(*Number));
    if (LeavesRoom)
      Out.push_back({{Constraint::AtLeastZero, From}, {}});
    if (Length)
      Out.push_back({{Constraint::AtLeastZero, *Length - From - Form(Poly(1))}, {}});
    return Length && LeavesRoom;
  }

  AddressForms &Forms;
  ScalarEvolution &SE;
  std::vector<Guard> &Out;
  bool WithSigns = false; // numbers of one sign are compared with and without it
};

} // namespace

std::vector<Guard> conditionsOf(const Value &Condition, bool Taken, AddressForms &Forms, ScalarEvolution &SE) {
  std::vector<Guard> Found;
  Conditions(Forms, SE, Found).add(Condition, Taken);
  return Found;
}

std::vector<Guard> BlockConditions::guards(const BasicBlock &BB, AddressForms &Forms, ScalarEvolution &SE,
                                           bool &Complete) const {
  std::vector<Guard> Out;
  auto It = Nodes.find(&BB);
  if (It == Nodes.end()) { // cannot be reached
    Complete = false;
    return Out;
  }
  Complete = It->second->Complete;
  const auto AddOf = [](Conditions &Add, const Node &N) {
    return !N.Condition ||
           (N.Cases.empty() ? Add.add(*N.Condition, N.Taken) : Add.addCases(*N.Condition, N.Cases, N.Taken));
  };
  Conditions Add(Forms, SE, Out);
  for (const Node *N = It->second.get(); N; N = N->Parent) {
    if (N->Tested)
      Add.addRounds(*N->Tested, [&](Conditions &Entry) {
        for (const Node *Before = N; Before; Before = Before->Parent)
          AddOf(Entry, *Before);
      });
    if (!AddOf(Add, *N))
      Complete = false;
  }
  return Out;
}

} // namespace syclfuse::fuser
