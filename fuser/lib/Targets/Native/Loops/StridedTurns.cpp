// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StridedTurns.h"
#include "ItemBounds.h"
#include "Support/AnalysisManagers.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxTree = 12;          // instructions of a start, a step or a bound
constexpr uint64_t MaxDistance = 1 << 16; // so that the last work-item of a strip is not far

// `Value < Bound` or `Value <= Bound`, which goes on, or into the loop. Bound is a shared value, one of each work-item
// that is as much more for the next one as Value is, or the smaller of two such.
struct UpperBound {
  CmpInst::Predicate P = CmpInst::BAD_ICMP_PREDICATE;
  Value *V = nullptr, *Bound = nullptr;
  Value *Shared = nullptr, *Own = nullptr; // of Bound; either may be null
};

// Counts up to a bound by Step, beginning at Start, which is Distance more for the next work-item.
struct Strided {
  Loop *L = nullptr;
  PHINode *Counter = nullptr;
  Value *Start = nullptr, *Step = nullptr;
  Value *Extended = nullptr; // the 32 bits that Start is made of, maybe as the lower ones of 64; or null
  UpperBound End;            // of the next value; or of the counter, as LLVM writes it where both numbers are known
  uint64_t Distance = 0;
  BasicBlock *Before = nullptr; // ends with the guard, if there is one
  std::optional<UpperBound> Guard;
  uint64_t GuardDistance = 0;
};

class Splitter {
public:
  Splitter(const WorkItemFunction &Item, Function &F, const NeighbourItems &Neighbours, const LaunchShape &Shape,
           unsigned Items)
      : F(F), Neighbours(Neighbours), Items(Items), B(F.getContext()) {
    for (Argument &A : F.args())
      if (countingId(Item, &A, Shape.Kind) && A.getType()->isIntegerTy(64))
        Counting.insert(&A);
  }

  StridedLoops run() {
    SmallVector<BasicBlock *, 4> Headers;
    {
      DominatorTree DT(F);
      LoopInfo LI(DT);
      for (Loop *L : LI.getLoopsInPreorder())
        Headers.push_back(L->getHeader());
    }
    if (!Counting.empty())
      for (BasicBlock *Header : Headers)
        if (!Done.contains(Header))
          splitAt(*Header);
    return std::move(Split);
  }

private:
  void splitAt(BasicBlock &Header) {
    {
      DominatorTree DT(F);
      LoopInfo LI(DT);
      Loop *L = LI.getLoopFor(&Header);
      if (BasicBlock *From = L->getLoopPredecessor(); From && !L->getLoopPreheader())
        SplitEdge(From, &Header);
    }
    narrowCounters(Header);
    FunctionAnalyses Analyses(F);
    Loop *L = Analyses.Loops.getLoopFor(&Header);
    if (std::optional<Strided> S = find(*L, Analyses.SE)) {
      Done.insert(L->block_begin(), L->block_end());
      closeUses(*S);
      split(*S);
      Split.Rests.insert(&Header);
    }
  }

  // The phi of Wide's lower 32 bits: LLVM may have made one for a part of the uses.
  PHINode *lowHalfOf(PHINode &Wide) {
    for (PHINode &Narrow : Wide.getParent()->phis())
      if (Narrow.getType()->isIntegerTy(32) && all_of(zip(Wide.incoming_values(), Wide.blocks()), [&](auto Incoming) {
            auto &[In, From] = Incoming;
            return match(Narrow.getIncomingValueForBlock(From), m_Trunc(m_Specific(In.get())));
          }))
        return &Narrow;
    B.SetInsertPoint(&Wide);
    PHINode *Narrow = B.CreatePHI(B.getInt32Ty(), Wide.getNumIncomingValues());
    for (auto [In, From] : zip(Wide.incoming_values(), Wide.blocks())) {
      B.SetInsertPoint(From->getTerminator());
      Narrow->addIncoming(B.CreateTrunc(In, B.getInt32Ty()), From);
    }
    return Narrow;
  }

  // `int i; i += size_t` counts in 64 bits, and uses the lower 32 of them, extended: then in 32 bits.
  void narrowCounters(BasicBlock &Header) {
    auto IsZeroExtended = [](User *U) { return match(U, m_And(m_Value(), m_SpecificInt(0xffffffff))); };
    auto IsLowHalf = [&](User *U) {
      return match(U, m_Trunc(m_Value()))
                 ? U->getType()->isIntegerTy(32)
                 : IsZeroExtended(U) ||
                       (match(U, m_Shl(m_Value(), m_SpecificInt(32))) &&
                        all_of(U->users(), [](User *V) { return match(V, m_AShr(m_Value(), m_SpecificInt(32))); }));
    };
    for (PHINode &Wide : make_early_inc_range(Header.phis())) {
      if (!Wide.getType()->isIntegerTy(64) || !all_of(Wide.users(), IsLowHalf))
        continue;
      PHINode *Narrow = lowHalfOf(Wide);
      B.SetInsertPoint(&Header, Header.getFirstInsertionPt());
      for (User *U : make_early_inc_range(Wide.users())) {
        if (isa<TruncInst>(U))
          U->replaceAllUsesWith(Narrow);
        else if (IsZeroExtended(U))
          U->replaceAllUsesWith(B.CreateZExt(Narrow, B.getInt64Ty()));
        else
          for (User *High : make_early_inc_range(U->users()))
            High->replaceAllUsesWith(B.CreateSExt(Narrow, B.getInt64Ty()));
      }
      RecursivelyDeleteDeadPHINode(&Wide);
    }
  }

  // Computed from values that all work-items share, where it may also run before them.
  bool isShared(Value *V, unsigned &Left) const {
    if (isa<Constant>(V))
      return true;
    if (auto *A = dyn_cast<Argument>(V))
      return !Neighbours.varying().contains(A);
    auto *I = dyn_cast<Instruction>(V);
    return I && isa<BinaryOperator, CastInst, FreezeInst, MinMaxIntrinsic>(I) && Left-- != 0 &&
           isSafeToSpeculativelyExecute(I) && all_of(I->operands(), [&](Use &U) { return isShared(U.get(), Left); });
  }
  bool isShared(Value *V) const {
    unsigned Left = MaxTree;
    return isShared(V, Left);
  }

  // Computed from ids that count up, and from what is shared.
  bool isOfItem(Value *V, unsigned &Left) const {
    if (isa<Constant>(V) || Counting.contains(V) || (isa<Argument, FreezeInst>(V) && isShared(V)))
      return true;
    auto *I = dyn_cast<Instruction>(V);
    return I && isa<BinaryOperator, CastInst>(I) && Left-- != 0 && isSafeToSpeculativelyExecute(I) &&
           all_of(I->operands(), [&](Use &U) { return isOfItem(U.get(), Left); });
  }

  // How much V is more for the next work-item, if the first and the last of a strip tell it for all.
  std::optional<uint64_t> distanceOf(Value *V, ScalarEvolution &SE) const {
    unsigned Left = MaxTree;
    if (!(V->getType()->isIntegerTy(32) || V->getType()->isIntegerTy(64)) || !isOfItem(V, Left))
      return std::nullopt;
    std::optional<APInt> D = Neighbours.step(SE, V);
    if (!D || !D->isStrictlyPositive() || D->ugt(MaxDistance))
      return std::nullopt;
    return D->getZExtValue();
  }

  static Value *extendedIn(Value *V) {
    Value *X = nullptr;
    if (match(V, m_AShr(m_Shl(m_Value(X), m_SpecificInt(32)), m_SpecificInt(32))) ||
        match(V, m_And(m_Value(X), m_SpecificInt(0xffffffff))) ||
        (match(V, m_ZExtOrSExt(m_Value(X))) && X->getType()->isIntegerTy(32)))
      return X;
    return nullptr;
  }

  // That Br goes to Inside.
  static std::optional<UpperBound> boundOf(const BranchInst &Br, const BasicBlock *Inside) {
    auto *Compare = Br.isConditional() ? dyn_cast<ICmpInst>(Br.getCondition()) : nullptr;
    if (!Compare || Br.getSuccessor(0) == Br.getSuccessor(1))
      return std::nullopt;
    UpperBound U{Br.getSuccessor(0) == Inside ? Compare->getPredicate() : Compare->getInversePredicate(),
                 Compare->getOperand(0), Compare->getOperand(1)};
    if (ICmpInst::isGT(U.P) || ICmpInst::isGE(U.P)) {
      U.P = CmpInst::getSwappedPredicate(U.P);
      std::swap(U.V, U.Bound);
    }
    return ICmpInst::isLT(U.P) || ICmpInst::isLE(U.P) ? std::optional(U) : std::nullopt;
  }

  // Finds what a bound is made of. Its value is Distance more for the next work-item.
  bool takeApart(UpperBound &U, uint64_t Distance, ScalarEvolution &SE) const {
    if (isShared(U.Bound)) {
      U.Shared = U.Bound;
      return true;
    }
    Value *X = U.Bound, *Y = nullptr;
    if (!(CmpInst::isSigned(U.P) ? match(X, m_SMin(m_Value(X), m_Value(Y))) : match(X, m_UMin(m_Value(X), m_Value(Y)))))
      X = U.Bound;
    for (Value *Part : {X, Y})
      if (Part && isShared(Part))
        U.Shared = Part;
      else if (Part && distanceOf(Part, SE) == Distance)
        U.Own = Part;
    return Y ? U.Shared && U.Own : U.Shared || U.Own;
  }

  // The step by which Next is more than Counter, or null; in 32 bits or, extended, in 64.
  static Value *stepTo(Value *Next, PHINode *Counter) {
    Value *Step = nullptr;
    if (match(Next, m_c_Add(m_Specific(Counter), m_Value(Step))) ||
        match(Next, m_Trunc(m_c_Add(m_ZExtOrSExt(m_Specific(Counter)), m_Value(Step)))))
      return Step;
    return nullptr;
  }

  std::optional<Strided> find(Loop &L, ScalarEvolution &SE) const {
    Strided S;
    S.L = &L;
    BasicBlock *Latch = L.getLoopLatch(), *Exit = L.getExitBlock();
    S.Before = L.getLoopPreheader();
    auto *Back = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    if (!Back || !Exit || !S.Before || L.getExitingBlock() != Latch)
      return std::nullopt;
    std::optional<UpperBound> End = boundOf(*Back, L.getHeader());
    if (!End)
      return std::nullopt;
    S.End = *End;
    for (PHINode &Phi : L.getHeader()->phis())
      if (Value *Step =
              Phi.getType() == End->V->getType() ? stepTo(Phi.getIncomingValueForBlock(Latch), &Phi) : nullptr;
          Step && (End->V == &Phi || stepTo(End->V, &Phi) == Step)) {
        S.Counter = &Phi;
        S.Step = Step;
      }
    if (!S.Counter)
      return std::nullopt;
    S.Start = S.Counter->getIncomingValueForBlock(S.Before);
    S.Extended = extendedIn(S.Start);
    std::optional<uint64_t> Distance = distanceOf(S.Extended ? S.Extended : S.Start, SE);
    if (!isShared(S.Step) || !Distance || !takeApart(S.End, *Distance, SE))
      return std::nullopt;
    S.Distance = *Distance;
    return findGuard(S, SE) ? std::optional(S) : std::nullopt;
  }

  // Where a branch by the id goes around the loop, the strip decides before it.
  bool findGuard(Strided &S, ScalarEvolution &SE) const {
    BasicBlock *Exit = S.L->getExitBlock(), *From = S.Before->getSinglePredecessor();
    auto *Br = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    if (!Br || !Br->isConditional() || !is_contained(successors(From), Exit))
      return Exit->getSinglePredecessor();
    std::optional<UpperBound> Guard = boundOf(*Br, S.Before);
    std::optional<uint64_t> Distance = Guard ? distanceOf(Guard->V, SE) : std::nullopt;
    if (!Distance || !takeApart(*Guard, *Distance, SE) || pred_size(Exit) != 2 || !S.Before->phis().empty())
      return false;
    const auto Stay = behindGuard(*S.Before);
    if (any_of(Stay, [](Instruction *I) { return I->mayHaveSideEffects(); }) || mayChange(Stay, *S.L) ||
        any_of(S.L->getHeader()->phis(), [&](PHINode &Phi) {
          auto *In = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(S.Before));
          return In && Stay.contains(In);
        }))
      return false;
    S.Guard = Guard;
    S.GuardDistance = *Distance;
    return true;
  }

  // Memory to which nothing but this pointer leads, or null.
  static const Argument *ownMemory(const Value *Address) {
    auto *A = dyn_cast<Argument>(getUnderlyingObject(Address));
    return A && A->hasNoAliasAttr() && !PointerMayBeCaptured(A, true) ? A : nullptr;
  }

  // Memory: as ownMemory finds it.
  static bool mayAccess(const Instruction &I, const Argument *Memory) {
    if (!I.mayReadOrWriteMemory())
      return false;
    const Value *Address = getLoadStorePointerOperand(&I);
    const Value *Object = Address ? getUnderlyingObject(Address) : Memory;
    return Object == Memory || !isa<Argument, AllocaInst, LoadInst>(Object);
  }

  // Whether L may store to what is read by Read, which each of the two loops reads for itself.
  static bool mayChange(const SmallSetVector<Instruction *, 8> &Read, const Loop &L) {
    auto IsOverwritten = [&](const Instruction &By) {
      auto *Store = dyn_cast<StoreInst>(&By);
      const Argument *To = Store ? ownMemory(Store->getPointerOperand()) : nullptr;
      return any_of(Read, [&](const Instruction *I) {
        return I->mayReadFromMemory() && !I->hasMetadata(LLVMContext::MD_invariant_load) && (!To || mayAccess(*I, To));
      });
    };
    return any_of(L.blocks(), [&](const BasicBlock *BB) {
      return any_of(*BB, [&](const Instruction &I) { return I.mayWriteToMemory() && IsOverwritten(I); });
    });
  }

  // What must not run where the guard says no, such as loads.
  static SmallSetVector<Instruction *, 8> behindGuard(BasicBlock &Before) {
    SmallSetVector<Instruction *, 8> Stay;
    for (Instruction &I : Before)
      if (!I.isTerminator() && (!isSafeToSpeculativelyExecute(&I) || any_of(I.operands(), [&](Use &U) {
            auto *Operand = dyn_cast<Instruction>(U.get());
            return Operand && Stay.contains(Operand);
          })))
        Stay.insert(&I);
    return Stay;
  }

  // What is used behind the loop is used by phis of the block behind it.
  static void closeUses(const Strided &S) {
    BasicBlock *Exit = S.L->getExitBlock();
    if (S.Guard)
      return; // the loop does not dominate what is behind it
    for (BasicBlock *BB : S.L->blocks())
      for (Instruction &I : *BB) {
        PHINode *Phi = nullptr;
        for (Use &U : make_early_inc_range(I.uses())) {
          auto *User = cast<Instruction>(U.getUser());
          if (S.L->contains(User) || (isa<PHINode>(User) && User->getParent() == Exit))
            continue;
          if (!Phi) {
            Phi = PHINode::Create(I.getType(), 1, "", Exit->begin());
            Phi->addIncoming(&I, S.L->getLoopLatch());
          }
          U.set(Phi);
        }
      }
  }

  // V once more, at B, with Leaf in place of an argument.
  Value *copy(Value *V, function_ref<Value *(Argument &)> Leaf, SmallVectorImpl<Instruction *> *Copies = nullptr) {
    if (auto *A = dyn_cast<Argument>(V))
      return Leaf(*A);
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return V;
    Instruction *Copy = I->clone();
    Copy->dropPoisonGeneratingFlags();
    for (Use &Operand : Copy->operands())
      Operand = copy(Operand, Leaf, Copies);
    if (Copies)
      Copies->push_back(Copy);
    return B.Insert(Copy);
  }

  // V of the first work-item. An id of it is frozen, so that nobody takes it for each one's; where the strip begins, as
  // each work-item goes some ways alone, on which it would be its own.
  Value *ofFirst(Value *V) {
    SmallVector<Instruction *, 8> Copies;
    Value *Of = copy(
        V,
        [&](Argument &A) -> Value * {
          if (!Counting.contains(&A))
            return &A;
          Instruction *&First = FirstIds[&A];
          if (!First) {
            BasicBlock &Entry = F.getEntryBlock();
            First = new FreezeInst(&A, "", Entry.getFirstNonPHIOrDbgOrAlloca());
            Split.OfFirst.insert(First);
          }
          return First;
        },
        &Copies);
    Split.OfFirst.insert(Copies.begin(), Copies.end());
    return Of;
  }

  // What is shared, where it may be needed before it is computed.
  Value *copyShared(Value *V) {
    return copy(V, [](Argument &A) { return &A; });
  }

  // Whether all work-items of a strip are below the bound, of whom the first one has First: none wraps between it and
  // the last one.
  Value *allBelow(Value *First, uint64_t Distance, const UpperBound *Bound) {
    Value *Last = B.CreateAdd(First, ConstantInt::get(First->getType(), Distance * (Items - 1)));
    Value *All = B.CreateAnd(B.CreateICmpSLE(First, Last), B.CreateICmpULE(First, Last));
    if (Bound && Bound->Shared)
      All = B.CreateAnd(All, B.CreateICmp(Bound->P, Last, copyShared(Bound->Shared)));
    if (Bound && Bound->Own) {
      Value *Own = ofFirst(Bound->Own);
      All = B.CreateAnd(All, B.CreateICmp(Bound->P, First, Own));
      All = B.CreateAnd(All, allBelow(Own, Distance, nullptr));
    }
    return All;
  }

  // Whether all work-items of a strip have a first turn, with counters that do not wrap between them.
  Value *allEnter(const Strided &S, Value *Start) {
    Value *Enter = allBelow(Start, S.Distance, nullptr);
    if (S.Extended)
      Enter = B.CreateAnd(Enter, allBelow(B.CreateTrunc(ofFirst(S.Extended), B.getInt32Ty()), S.Distance, nullptr));
    if (S.Guard)
      Enter = B.CreateAnd(Enter, allBelow(ofFirst(S.Guard->V), S.GuardDistance, &*S.Guard));
    return Enter;
  }

  // Before: the strip goes to the copy of the loop or past it. Behind the copy, and past it, each work-item goes on by
  // itself, in the loop or behind it.
  void split(const Strided &S) {
    BasicBlock *Header = S.L->getHeader(), *Latch = S.L->getLoopLatch(), *Exit = S.L->getExitBlock();
    BasicBlock *From = S.Guard ? S.Before->getSinglePredecessor() : S.Before;
    if (S.Guard) {
      const auto Stay = behindGuard(*S.Before);
      for (Instruction &I : make_early_inc_range(*S.Before))
        if (!I.isTerminator() && !Stay.contains(&I))
          I.moveBefore(From->getTerminator()->getIterator());
    }
    // Both loops have what stays behind the guard.
    const bool Stays = S.Guard && S.Before->size() > 1;
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *, 8> Copies;
    auto Copy = [&](BasicBlock *BB) {
      Copies.push_back(CloneBasicBlock(BB, Map, ".turns", &F));
      Map[BB] = Copies.back();
      return Copies.back();
    };
    BasicBlock *Into = Stays ? Copy(S.Before) : From;
    for (BasicBlock *BB : S.L->blocks())
      Copy(BB);
    remapInstructionsInBlocks(Copies, Map);
    auto *First = cast<BasicBlock>(Map[Header]), *Last = cast<BasicBlock>(Map[Latch]);
    BasicBlock *Behind = BasicBlock::Create(F.getContext(), "turns.done", &F);
    BasicBlock *Rest = BasicBlock::Create(F.getContext(), "rest", &F);
    B.SetInsertPoint(From->getTerminator());
    Value *Start = ofFirst(S.Start);
    Value *Own =
        S.Guard ? B.CreateZExt(B.CreateICmp(S.Guard->P, S.Guard->V, S.Guard->Bound), B.getInt32Ty()) : B.getInt32(1);
    Instruction *Old = From->getTerminator();
    B.CreateCondBr(allEnter(S, Start), Stays ? Into : First, Rest);
    Old->eraseFromParent();
    if (!Stays)
      for (PHINode &Phi : First->phis())
        Phi.replaceIncomingBlockWith(S.Before, From);
    const auto [Ends, Next] = countTogether(S, *cast<PHINode>(Map[S.Counter]), Start, From, Into, Last, Behind);
    B.SetInsertPoint(Behind);
    if (StoreInst *Result = resultOfTurns(ArrayRef(Copies).drop_front(Stays), *Last))
      Result->moveBefore(*Behind, Behind->end());
    Value *Again = B.CreateICmp(S.End.P, mapped(Map, S.End.V), copyShared(S.End.Bound));
    Again = B.CreateZExt(Again, B.getInt32Ty()); // is kept for each work-item
    // If the first work-item has no turn left, nobody has.
    Value *Left =
        B.CreateOr(B.CreateICmp(S.End.P, Ends, ofFirst(S.End.Bound)), B.CreateNot(allBelow(Next, S.Distance, nullptr)));
    B.CreateCondBr(Left, Rest, Exit);
    B.SetInsertPoint(Rest);
    auto Merge = [&](Value *Past, Value *Turned) {
      PHINode *Phi = PHINode::Create(Past->getType(), 2, "", Rest->begin());
      Phi->addIncoming(Past, From);
      Phi->addIncoming(Turned, Behind);
      return Phi;
    };
    Value *GoesOn = Merge(Own, Again);
    const bool Once = !Stays && mayRunOnce(S);
    BasicBlock *Alone = Once ? BasicBlock::Create(F.getContext(), "rest.alone", &F) : Rest;
    ValueToValueMapTy InOnce; // of the last turn
    for (PHINode &Phi : Header->phis()) {
      Value *Merged = Merge(Phi.getIncomingValueForBlock(S.Before), mapped(Map, Phi.getIncomingValueForBlock(Latch)));
      Phi.removeIncomingValue(S.Before, false);
      Phi.addIncoming(Merged, Stays ? S.Before : Alone);
      InOnce[&Phi] = Merged;
    }
    SmallVector<std::pair<PHINode *, Value *>, 4> Past; // of those that have no turn left
    for (PHINode &Phi : Exit->phis()) {
      Value *Before = S.Guard ? Phi.getIncomingValueForBlock(From) : PoisonValue::get(Phi.getType());
      Value *Merged = Merge(Before, mapped(Map, Phi.getIncomingValueForBlock(Latch)));
      if (S.Guard)
        Phi.removeIncomingValue(From, false);
      Phi.addIncoming(Merged, Alone);
      Phi.addIncoming(mapped(Map, Phi.getIncomingValueForBlock(Latch)), Behind);
      Past.push_back({&Phi, Merged});
    }
    if (Once)
      runOnce(S, Merge(Start, Next), GoesOn, Alone, InOnce, Past);
    B.SetInsertPoint(Alone);
    B.CreateCondBr(B.CreateICmpNE(GoesOn, B.getInt32(0)), Stays ? S.Before : Header, Exit);
    if (S.Guard && !Stays)
      S.Before->eraseFromParent();
  }

  // Whether a turn is short enough to be there once more, with nothing but one way through it.
  static bool mayRunOnce(const Strided &S) {
    constexpr unsigned LargestTurn = 100;
    return S.L->getNumBlocks() == 1 && S.L->getHeader()->size() <= LargestTurn && !S.End.Own;
  }

  // Behind the turns that all have, most often some work-items have one more, and none has two, as where a row ends in
  // the middle of a group. Then they run it under a condition, in vectors, and the loop that each runs alone is for
  // what is left otherwise. Emitted at the end of the current block; FirstNext: the first work-item's counter there.
  void runOnce(const Strided &S, Value *FirstNext, Value *GoesOn, BasicBlock *Alone, ValueToValueMapTy &Map,
               ArrayRef<std::pair<PHINode *, Value *>> Past) {
    BasicBlock *Header = S.L->getHeader(), *Exit = S.L->getExitBlock();
    BasicBlock *Head = BasicBlock::Create(F.getContext(), "once", &F);
    BasicBlock *Done = BasicBlock::Create(F.getContext(), "once.done", &F);
    Value *Ends = FirstNext, *InOrder = allBelow(FirstNext, S.Distance, nullptr);
    if (S.End.V != S.Counter) {
      Ends = B.CreateAdd(Ends, B.CreateZExtOrTrunc(copyShared(S.Step), Ends->getType()));
      InOrder = B.CreateAnd(InOrder, allBelow(Ends, S.Distance, nullptr));
    }
    Value *Again = B.CreateICmp(S.End.P, Ends, copyShared(S.End.Bound));
    Value *FirstId = ofFirst(Counting.front());
    B.CreateCondBr(B.CreateAnd(InOrder, B.CreateNot(Again)), Head, Alone);
    BasicBlock *Turn = BasicBlock::Create(F.getContext(), "once.turn", &F);
    B.SetInsertPoint(Turn);
    auto *Counter = B.Insert(new FreezeInst(PoisonValue::get(S.Counter->getType()))); // until its users are there
    Map[S.Counter] = Counter;
    for (Instruction &I : *Header)
      if (!isa<PHINode>(I) && !I.isTerminator()) {
        Map[&I] = I.clone();
        cast<Instruction>(Map[&I])->insertInto(Turn, Turn->end());
      }
    B.CreateBr(Done);
    remapInstructionsInBlocks({Turn}, Map);
    B.SetInsertPoint(Counter);
    countFrom(S, *Counter, FirstNext, FirstId);
    Counter->eraseFromParent();
    B.SetInsertPoint(Head);
    B.CreateCondBr(B.CreateICmpNE(GoesOn, B.getInt32(0)), Turn, Done);
    B.SetInsertPoint(Done);
    for (auto [Phi, Before] : Past) {
      PHINode *Merged = B.CreatePHI(Phi->getType(), 2);
      Merged->addIncoming(Before, Head);
      Merged->addIncoming(mapped(Map, Phi->getIncomingValueForBlock(Header)), Turn);
      Phi->addIncoming(Merged, Done);
    }
    B.CreateBr(Exit);
  }

  // The store that each turn overwrites, as of a sum in local memory, if nothing else in the loop is where it stores.
  static StoreInst *resultOfTurns(ArrayRef<BasicBlock *> Loop, BasicBlock &Latch) {
    StoreInst *Result = nullptr;
    for (Instruction &I : Latch)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Result = Store;
    auto IsInside = [&](Value *V) {
      return isa<Instruction>(V) && is_contained(Loop, cast<Instruction>(V)->getParent());
    };
    const Argument *Memory = Result ? ownMemory(Result->getPointerOperand()) : nullptr;
    if (!Memory || !Result->isSimple() || IsInside(Result->getPointerOperand()))
      return nullptr;
    for (BasicBlock *BB : Loop)
      for (Instruction &I : *BB)
        if (&I != Result && mayAccess(I, Memory))
          return nullptr;
    return Result;
  }

  static Value *mapped(ValueToValueMapTy &Map, Value *V) {
    Value *New = Map.lookup(V);
    return New ? New : V;
  }

  // Replaces Counter, a work-item's, by what the first one's and the distance to it say, at the current place.
  void countFrom(const Strided &S, Instruction &Counter, Value *OfFirst, Value *FirstId) {
    Value *Place = B.CreateSub(Counting.front(), FirstId);
    Value *Offset = B.CreateMul(Place, B.getInt64(S.Distance), "", true, true);
    auto Extended = [&](bool Signed) {
      return B.CreateAdd(B.CreateIntCast(OfFirst, B.getInt64Ty(), Signed), Offset, "", !Signed, Signed);
    };
    // Uses of V + More, with More null for the counter itself.
    auto Extend = [&](Value &V, Value *More, bool IfSigned, bool IfUnsigned) {
      for (User *U : make_early_inc_range(V.users()))
        if ((IfSigned && isa<SExtInst>(U)) || (IfUnsigned && isa<ZExtInst>(U))) {
          const bool Signed = isa<SExtInst>(U);
          if (!U->getType()->isIntegerTy(64))
            continue;
          Value *Wide = Extended(Signed);
          if (More)
            Wide = B.CreateAdd(Wide, B.CreateIntCast(More, B.getInt64Ty(), Signed), "", !Signed, Signed);
          U->replaceAllUsesWith(Wide);
        }
    };
    Extend(Counter, nullptr, true, true);
    for (User *U : Counter.users()) {
      Value *More = nullptr;
      if (match(U, m_c_Add(m_Specific(&Counter), m_Value(More))) && isa<Constant, Argument>(More))
        Extend(*U, More, cast<Instruction>(U)->hasNoSignedWrap(), cast<Instruction>(U)->hasNoUnsignedWrap());
    }
    Counter.replaceAllUsesWith(B.CreateTrunc(Extended(CmpInst::isSigned(S.End.P)), Counter.getType()));
  }

  // Counter of the copy that is entered from Into and ends with Last: one of the first work-item, and a distance.
  // Returns what of the first one ends the loop, and its next value.
  std::pair<Value *, Value *> countTogether(const Strided &S, PHINode &Counter, Value *Start, BasicBlock *From,
                                            BasicBlock *Into, BasicBlock *Last, BasicBlock *Behind) {
    const bool EndsByCounter = S.End.V == S.Counter;
    BasicBlock *First = Counter.getParent();
    Type *T = Counter.getType();
    B.SetInsertPoint(From->getTerminator());
    Value *Id = Counting.front(), *FirstId = ofFirst(Id);
    B.SetInsertPoint(First, First->begin());
    PHINode *Together = B.CreatePHI(T, 2);
    B.SetInsertPoint(First, First->getFirstInsertionPt());
    countFrom(S, Counter, Together, FirstId);
    Counter.eraseFromParent();
    Instruction *Old = Last->getTerminator();
    B.SetInsertPoint(Old);
    Value *Next = B.CreateAdd(Together, B.CreateZExtOrTrunc(copyShared(S.Step), T));
    Together->addIncoming(Start, Into);
    Together->addIncoming(Next, Last);
    Value *Ends = EndsByCounter ? Together : Next, *Go = allBelow(Ends, S.Distance, &S.End);
    B.CreateCondBr(EndsByCounter ? B.CreateAnd(Go, allBelow(Next, S.Distance, nullptr)) : Go, First, Behind);
    Old->eraseFromParent();
    return {Ends, Next};
  }

  Function &F;
  const NeighbourItems &Neighbours;
  const unsigned Items;
  IRBuilder<> B;
  SmallSetVector<Value *, 4> Counting; // ids that are one more for the next work-item
  DenseMap<Argument *, Instruction *> FirstIds;
  SmallPtrSet<BasicBlock *, 16> Done; // blocks of split loops
  StridedLoops Split;
};

} // namespace

StridedLoops splitStridedLoops(const WorkItemFunction &Item, Function &F, const NeighbourItems &Neighbours,
                               const LaunchShape &Shape, unsigned Items) {
  return Splitter(Item, F, Neighbours, Shape, Items).run();
}

} // namespace syclfuse::fuser
