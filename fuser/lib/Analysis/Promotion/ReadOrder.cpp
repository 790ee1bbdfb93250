// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadOrder.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <memory>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

namespace {

struct Fact {
  Value *Condition;
  bool True;
};

// Branches that are decided by what is known to hold.
class Conditions {
public:
  Conditions(ValueClasses &Classes, const DataLayout &DL) : Classes(Classes), DL(DL) {}

  // What holds at BB, from the branches that dominate it.
  SmallVector<Fact, 8> at(BasicBlock *BB, const DominatorTree &DT) {
    SmallVector<Fact, 8> Facts;
    for (auto *Node = DT.getNode(BB); Node && Node->getIDom(); Node = Node->getIDom()) {
      BasicBlock *Above = Node->getIDom()->getBlock();
      auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
      if (!Branch || Branch->isUnconditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
          !Classes.isInvariant(Branch->getCondition()))
        continue;
      for (unsigned S = 0; S < 2; ++S)
        if (DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(S)), BB))
          add(Facts, Branch->getCondition(), S == 0);
    }
    return Facts;
  }

  // Which way the branch at the end of BB goes when it is entered from Pred.
  std::optional<bool> decide(const BranchInst &Branch, const BasicBlock *Pred, ArrayRef<Fact> Facts) {
    Value *Condition = Branch.getCondition();
    if (auto *C = dyn_cast_or_null<ConstantInt>(onEntry(Condition, Branch.getParent(), Pred)))
      return C->isOne();
    return Classes.isInvariant(Condition) ? evaluate(Condition, Facts) : std::nullopt;
  }

private:
  void add(SmallVectorImpl<Fact> &Facts, Value *Condition, bool True) {
    Value *A, *B;
    if (match(Condition, m_Not(m_Value(A))))
      return add(Facts, A, !True);
    if (True ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
      add(Facts, A, True);
      return add(Facts, B, True);
    }
    Facts.push_back({Condition, True});
  }

  // The constant that V is, if BB is entered from Pred: the first test of a loop.
  Constant *onEntry(Value *V, const BasicBlock *BB, const BasicBlock *Pred) {
    if (auto *C = dyn_cast<Constant>(V))
      return C;
    auto *Phi = dyn_cast<PHINode>(V);
    if (Phi && Phi->getParent() == BB && Pred)
      return dyn_cast<Constant>(Phi->getIncomingValueForBlock(Pred));
    auto *Compare = dyn_cast<ICmpInst>(V);
    if (!Compare || Compare->getParent() != BB)
      return nullptr;
    Constant *L = onEntry(Compare->getOperand(0), BB, Pred), *R = onEntry(Compare->getOperand(1), BB, Pred);
    return L && R ? ConstantFoldCompareInstOperands(Compare->getPredicate(), L, R, DL) : nullptr;
  }

  std::optional<bool> evaluate(Value *Condition, ArrayRef<Fact> Facts) {
    Value *A, *B;
    if (match(Condition, m_Not(m_Value(A)))) {
      auto V = evaluate(A, Facts);
      return V ? std::optional(!*V) : std::nullopt;
    }
    const bool And = match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)));
    if (And || match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
      auto X = evaluate(A, Facts), Y = evaluate(B, Facts);
      if ((X && *X != And) || (Y && *Y != And))
        return !And;
      return X && Y ? std::optional(And) : std::nullopt;
    }
    for (const Fact &F : Facts)
      if (auto V = implied(Condition, F))
        return V;
    return std::nullopt;
  }

  std::optional<bool> implied(Value *Condition, const Fact &F) {
    if (Classes.representative(Condition) == Classes.representative(F.Condition))
      return F.True;
    auto *C = dyn_cast<ICmpInst>(Condition), *K = dyn_cast<ICmpInst>(F.Condition);
    if (!C || !K || Classes.representative(C->getOperand(0)) != Classes.representative(K->getOperand(0)))
      return std::nullopt;
    const CmpInst::Predicate Known = F.True ? K->getPredicate() : K->getInversePredicate();
    if (Classes.representative(C->getOperand(1)) == Classes.representative(K->getOperand(1)))
      return ICmpInst::isImpliedByMatchingCmp(Known, C->getPredicate());
    const APInt *X, *Y;
    if (!match(C->getOperand(1), m_APInt(X)) || !match(K->getOperand(1), m_APInt(Y)) ||
        X->getBitWidth() != Y->getBitWidth())
      return std::nullopt;
    const ConstantRange Holds = ConstantRange::makeExactICmpRegion(Known, *Y),
                        Asked = ConstantRange::makeExactICmpRegion(C->getPredicate(), *X);
    if (Asked.contains(Holds))
      return true;
    return Asked.intersectWith(Holds).isEmptySet() ? std::optional(false) : std::nullopt;
  }

  ValueClasses &Classes;
  const DataLayout &DL;
};

class Order {
public:
  Order(const PromotableUses &Uses, const PromotedLayout &Layout, const ReplacementMemory &Memory,
        ValueClasses &Classes)
      : Uses(Uses), Layout(Layout), Memory(Memory),
        Decisions(Classes, cast<Argument>(Uses.Pointers.front().first)->getParent()->getDataLayout()) {
    for (auto &[I, Operands] : Uses.Accesses)
      if (PromotableUses::isWrite(*I, Operands))
        Writes.push_back({I, writtenPlace(*I, Operands)});
  }

  ReadOrderResult find() {
    ReadOrderResult Worst;
    for (auto &[I, Operands] : Uses.Accesses) {
      if (!PromotableUses::isRead(*I, Operands))
        continue;
      Instruction *Read = I;
      const WrittenBefore Kind = check(*Read, place(I->getOperand(readOperand(*I))), PromotableUses::accessSize(*I));
      if (Kind > Worst.Kind)
        Worst = {Kind, Read};
    }
    return Worst;
  }

private:
  using Place = std::optional<std::pair<uint64_t, uint64_t>>; // first byte, and the one after the last
  struct Write {
    Instruction *At;
    Place Where;
  };

  static unsigned readOperand(const Instruction &I) { return isa<MemTransferInst>(I) ? 1 : 0; }

  Place place(Value *V, uint64_t Bytes) const {
    auto It = Layout.Places.find(V);
    if (It == Layout.Places.end() || !It->second.isConstant())
      return std::nullopt;
    const auto At = static_cast<uint64_t>(It->second.Offset.Constant);
    return std::pair(At, At + Bytes);
  }
  Place place(Value *V) const { return place(V, 1); }

  Place writtenPlace(Instruction &I, ArrayRef<unsigned> Operands) const {
    if (auto *Mem = dyn_cast<MemIntrinsic>(&I); Mem && !isa<ConstantInt>(Mem->getLength()))
      return std::nullopt;
    Value *V = isa<MemIntrinsic>(I) ? I.getOperand(0) : isa<StoreInst>(I) ? I.getOperand(1) : I.getOperand(0);
    return place(V, PromotableUses::accessSize(I));
  }

  // Each byte that is read by itself; bytes that the same writes write are one case.
  WrittenBefore check(Instruction &Read, Place Where, uint64_t Bytes) {
    WrittenBefore Worst = WrittenBefore::Always;
    SmallVector<SmallVector<Instruction *, 4>, 4> Seen;
    for (uint64_t Byte = 0; Byte < (Where ? std::min<uint64_t>(Bytes, 64) : 1); ++Byte) {
      SmallVector<Instruction *, 4> Covering;
      for (const Write &W : Writes)
        if (W.At != &Read &&
            (!Where || !W.Where || (W.Where->first <= Where->first + Byte && Where->first + Byte < W.Where->second)))
          Covering.push_back(W.At);
      if (is_contained(Seen, Covering))
        continue;
      Worst = std::max(Worst, checkWrites(Read, Covering));
      Seen.push_back(std::move(Covering));
    }
    return Worst;
  }

  WrittenBefore checkWrites(Instruction &Read, ArrayRef<Instruction *> Covering) {
    SmallPtrSet<const Instruction *, 8> Set;
    for (Instruction *W : Covering)
      // A write in a callee is done at the call, seen from the caller.
      for (Instruction *At = W; At; At = Uses.callOf(*At->getFunction()))
        Set.insert(At);
    bool WriteSeen = false;
    if (!reachesWithout(Read, Set, WriteSeen))
      return WrittenBefore::Always;
    if (!WriteSeen)
      return WrittenBefore::Never;
    if (Memory.Local)
      return WrittenBefore::Always; // others may write what this one does not
    return isAlwaysReached(Read) && readsWithout(Read, Set) ? WrittenBefore::Never : WrittenBefore::Unknown;
  }

  // Whether Read can be reached from the kernel's entry without one of Set before it. WriteSeen: whether with one.
  bool reachesWithout(Instruction &Read, const SmallPtrSetImpl<const Instruction *> &Set, bool &WriteSeen) {
    for (Instruction *At = &Read; At; At = Uses.callOf(*At->getFunction()))
      if (!searchFunction(*At, Set, WriteSeen))
        return false;
    return true;
  }

  bool searchFunction(Instruction &Read, const SmallPtrSetImpl<const Instruction *> &Set, bool &WriteSeen) {
    Function &F = *Read.getFunction();
    const Trees &T = trees(F);
    if (any_of(Set, [&](const Instruction *W) {
          return W != &Read && W->getFunction() == &F && T.Dominators.dominates(W, &Read);
        }))
      return WriteSeen = true, false;
    const SmallVector<Fact, 8> Facts = Decisions.at(Read.getParent(), T.Dominators);
    // Edges, each with whether a write came before.
    using State = std::tuple<BasicBlock *, BasicBlock *, bool>;
    SmallVector<State, 32> Work = {{nullptr, &F.getEntryBlock(), false}};
    DenseSet<std::pair<std::pair<BasicBlock *, BasicBlock *>, unsigned>> Visited;
    bool Reached = false;
    while (!Work.empty()) {
      auto [Pred, BB, Written] = Work.pop_back_val();
      for (Instruction &I : *BB) {
        if (&I == &Read) {
          Reached |= !Written;
          WriteSeen |= Written;
        }
        Written |= Set.contains(&I);
      }
      for (BasicBlock *Next : successors(*BB, Pred, Facts))
        if (Visited.insert({{BB, Next}, Written}).second)
          Work.push_back({BB, Next, Written});
    }
    return Reached;
  }

  SmallVector<BasicBlock *, 4> successors(BasicBlock &BB, const BasicBlock *Pred, ArrayRef<Fact> Facts) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (Branch && Branch->isConditional())
      if (auto Decided = Decisions.decide(*Branch, Pred, Facts))
        return {Branch->getSuccessor(*Decided ? 0 : 1)};
    return SmallVector<BasicBlock *, 4>(llvm::successors(&BB));
  }

  bool isAlwaysReached(Instruction &Read) {
    for (Instruction *At = &Read; At; At = Uses.callOf(*At->getFunction())) {
      Function &F = *At->getFunction();
      if (!trees(F).PostDominators.dominates(At->getParent(), &F.getEntryBlock()))
        return false;
    }
    return true;
  }

  // Whether Read comes without one of Set before it, whatever sizes and ids are: where a branch depends on those alone,
  // both ways must lead there; where it depends on data, one is enough.
  bool readsWithout(Instruction &Read, const SmallPtrSetImpl<const Instruction *> &Set) {
    for (Instruction *At = &Read; At; At = Uses.callOf(*At->getFunction())) {
      DenseMap<std::pair<BasicBlock *, BasicBlock *>, bool> Known;
      const SmallVector<Fact, 8> Facts = Decisions.at(At->getParent(), trees(*At->getFunction()).Dominators);
      if (!leadsTo(*At, Set, Facts, nullptr, At->getFunction()->getEntryBlock(), Known))
        return false;
    }
    return true;
  }

  bool leadsTo(Instruction &Read, const SmallPtrSetImpl<const Instruction *> &Set, ArrayRef<Fact> Facts,
               BasicBlock *Pred, BasicBlock &BB, DenseMap<std::pair<BasicBlock *, BasicBlock *>, bool> &Known) {
    auto [It, New] = Known.try_emplace({Pred, &BB}, false); // false while it is being found out: loops do not count
    if (!New)
      return It->second;
    for (Instruction &I : BB) {
      if (&I == &Read)
        return Known[{Pred, &BB}] = true;
      if (Set.contains(&I))
        return false;
    }
    const SmallVector<BasicBlock *, 4> Next = successors(BB, Pred, Facts);
    auto Leads = [&](BasicBlock *S) { return leadsTo(Read, Set, Facts, &BB, *S, Known); };
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    const bool OnData = !Branch || Branch->isUnconditional() || dependsOnData(*Branch->getCondition(), 0);
    const bool Result = !Next.empty() && (OnData ? any_of(Next, Leads) : all_of(Next, Leads));
    return Known[{Pred, &BB}] = Result;
  }

  static bool dependsOnData(const Value &V, unsigned Depth) {
    if (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(V))
      return true;
    const auto *I = dyn_cast<Instruction>(&V);
    return I && !isa<PHINode>(I) && Depth < 8 &&
           any_of(I->operands(), [&](const Use &U) { return dependsOnData(*U, Depth + 1); });
  }

  struct Trees {
    explicit Trees(Function &F) : Dominators(F), PostDominators(F) {}
    DominatorTree Dominators;
    PostDominatorTree PostDominators;
  };
  const Trees &trees(Function &F) {
    auto &T = AllTrees[&F];
    if (!T)
      T = std::make_unique<Trees>(F);
    return *T;
  }

  const PromotableUses &Uses;
  const PromotedLayout &Layout;
  const ReplacementMemory &Memory;
  Conditions Decisions;
  SmallVector<Write, 8> Writes;
  DenseMap<Function *, std::unique_ptr<Trees>> AllTrees;
};

} // namespace

ReadOrderResult findReadOrder(const PromotableUses &Uses, const PromotedLayout &Layout, const ReplacementMemory &Memory,
                              ValueClasses &Classes) {
  return Order(Uses, Layout, Memory, Classes).find();
}

} // namespace syclfuse::fuser
