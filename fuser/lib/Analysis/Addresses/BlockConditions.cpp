// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BlockConditions.h"

#include "llvm/ADT/DepthFirstIterator.h"
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
  Conditions(AddressForms &Forms, ScalarEvolution &SE, std::vector<Constraint> &Out) : Forms(Forms), SE(SE), Out(Out) {}

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
    return Compare && Compare->getOperand(0)->getType()->isIntegerTy() &&
           compare(Taken ? Compare->getPredicate() : Compare->getInversePredicate(), *Compare->getOperand(0),
                   *Compare->getOperand(1));
  }
  bool addCases(const Value &Condition, ArrayRef<const ConstantInt *> Cases, bool Taken) {
    bool Complete = true;
    for (const ConstantInt *Case : Cases)
      Complete &= compare(Taken ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, Condition, *Case);
    return Complete;
  }

private:
  bool compare(CmpInst::Predicate P, const Value &Left, const Value &Right) {
    const SCEV *L = SE.getSCEV(const_cast<Value *>(&Left)), *R = SE.getSCEV(const_cast<Value *>(&Right));
    std::optional<Form> A, B;
    // A condition that needs an assumption is none: without it more work-items may pass.
    if (Forms.areAssumed([&] {
          for (bool Signed : {false, true}) {
            if ((ICmpInst::isSigned(P) && !Signed) || (ICmpInst::isUnsigned(P) && Signed) || (A && B))
              continue;
            A = ICmpInst::isEquality(P) ? Forms.exact(L, Signed) : Forms.exactOrArgument(L, Signed);
            B = ICmpInst::isEquality(P) ? Forms.exact(R, Signed) : Forms.exactOrArgument(R, Signed);
          }
        }))
      return false;
    const bool IsRange = !A && P == CmpInst::ICMP_ULT && Forms.assumes();
    if (IsRange)
      return compareRange(L, B);
    if (!A || !B)
      return false;
    const Form Difference = Forms.withRemainders(*A - *B), One{Poly(1)};
    if (P == CmpInst::ICMP_EQ || P == CmpInst::ICMP_NE)
      Out.push_back({P == CmpInst::ICMP_EQ ? Constraint::Zero : Constraint::NotZero, Difference});
    else if (ICmpInst::isGT(P))
      Out.push_back({Constraint::AtLeastZero, Difference - One});
    else if (ICmpInst::isGE(P))
      Out.push_back({Constraint::AtLeastZero, Difference});
    else if (ICmpInst::isLT(P))
      Out.push_back({Constraint::AtLeastZero, Difference * Poly(-1) - One});
    else
      Out.push_back({Constraint::AtLeastZero, Difference * Poly(-1)});
    return !Out.back().F.isBad();
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
    if (Forms.areAssumed([&] { X = Forms.exact(Sum->getOperand(1), false); }) || !X)
      return false;
    const Form From = *X + Form(Poly(Less->getAPInt().getSExtValue()));
    const APInt Room = Less->getAPInt(); // 2^width - c
    const std::optional<int64_t> Number = Length && Length->isUniform() ? Length->Constant.constant() : std::nullopt;
    const bool LeavesRoom = Room.isAllOnes() || (Number && *Number >= 0 && Room.uge(*Number));
    if (LeavesRoom)
      Out.push_back({Constraint::AtLeastZero, From});
    if (Length)
      Out.push_back({Constraint::AtLeastZero, *Length - From - Form(Poly(1))});
    return Length && LeavesRoom;
  }

  AddressForms &Forms;
  ScalarEvolution &SE;
  std::vector<Constraint> &Out;
};

} // namespace

bool addCondition(const Value &Condition, bool Taken, AddressForms &Forms, ScalarEvolution &SE,
                  std::vector<Constraint> &Out) {
  return Conditions(Forms, SE, Out).add(Condition, Taken);
}

std::vector<Constraint> BlockConditions::guards(const BasicBlock &BB, AddressForms &Forms, ScalarEvolution &SE,
                                                bool &Complete) const {
  std::vector<Constraint> Out;
  auto It = Nodes.find(&BB);
  if (It == Nodes.end()) { // cannot be reached
    Complete = false;
    return Out;
  }
  Complete = It->second->Complete;
  Conditions Add(Forms, SE, Out);
  for (const Node *N = It->second.get(); N; N = N->Parent)
    if (N->Condition &&
        !(N->Cases.empty() ? Add.add(*N->Condition, N->Taken) : Add.addCases(*N->Condition, N->Cases, N->Taken)))
      Complete = false;
  return Out;
}

} // namespace syclfuse::fuser
