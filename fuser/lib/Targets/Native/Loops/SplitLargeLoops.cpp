// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SplitLargeLoops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned StripSize = 64;         // iterations
constexpr uint64_t StripBytes = 16 * 1024; // of all arrays: half of a first-level cache
constexpr unsigned CheapTree = 4;          // instructions that are rather computed again

// A variable of the loop: an integer that starts with a value and grows by a constant.
struct Counter {
  PHINode *Phi;
  ConstantInt *Step;
  bool NUW, NSW;
};

// The body in the order of its instructions, and what lives where.
class Body {
public:
  Body(Loop &L, LoopInfo &LI, const DominatorTree &DT) : L(L) {
    LoopBlocksRPO Order(&L);
    Order.perform(&LI);
    for (BasicBlock *BB : Order)
      for (Instruction &I : *BB) {
        Index[&I] = Instructions.size();
        Instructions.push_back(&I);
        // One that every iteration comes by, since the latch is the only exit.
        IsSpine.push_back(DT.dominates(BB, L.getLoopLatch()) && !isa<PHINode>(I) && &I != &BB->front());
      }
  }

  // All but the ends of blocks, which others take the places of.
  SmallVector<Instruction *, 0> values() const {
    SmallVector<Instruction *, 0> Out;
    copy_if(Instructions, std::back_inserter(Out), [](const Instruction *I) { return !I->isTerminator(); });
    return Out;
  }
  size_t size() const { return Instructions.size(); }
  Instruction *operator[](size_t N) const { return Instructions[N]; }
  bool contains(const Instruction *I) const { return Index.contains(I); }
  unsigned indexOf(const Instruction *I) const { return Index.lookup(I); }

  // Where a use needs its value: that of a phi at the end of the block it comes from.
  unsigned indexOf(const Use &U) const {
    auto *User = cast<Instruction>(U.getUser());
    if (auto *Phi = dyn_cast<PHINode>(User))
      return indexOf(Phi->getIncomingBlock(U)->getTerminator());
    return indexOf(User);
  }

  // Instructions before which to cut: where few bytes are alive, at least one and at most three halves of a piece apart
  // if possible.
  SmallVector<unsigned, 8> cuts(const DataLayout &DL, unsigned PieceSize) const {
    std::vector<uint64_t> Alive = bytesAlive(DL);
    SmallVector<unsigned, 8> Out;
    unsigned Last = 0;
    while (Last + PieceSize * 3 / 2 < size()) {
      unsigned Best = 0;
      auto Cost = [&](unsigned N) { return std::pair(Alive[N], std::abs(int64_t(N) - int64_t(Last + PieceSize))); };
      for (unsigned N = Last + PieceSize / 2; N < size() && (!Best || N < Last + PieceSize * 3 / 2); ++N)
        if (IsSpine[N] && (!Best || Cost(N) < Cost(Best)))
          Best = N;
      if (!Best || Best + PieceSize / 4 > size())
        break;
      if (Alive[Best] * StripSize <= StripBytes)
        Out.push_back(Best);
      Last = Best;
    }
    return Out;
  }

  bool isCheap(const Value *V) const {
    unsigned Left = CheapTree;
    return isCheap(V, Left);
  }

private:
  bool isCheap(const Value *V, unsigned &Left) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !contains(I) || (isa<PHINode>(I) && I->getParent() == L.getHeader()))
      return true;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(I) || I->isIntDivRem() || Left-- == 0)
      return false;
    return all_of(I->operands(), [&](Value *Operand) { return isCheap(Operand, Left); });
  }

  // Before each instruction.
  std::vector<uint64_t> bytesAlive(const DataLayout &DL) const {
    std::vector<int64_t> Change(size() + 1);
    for (auto [N, I] : enumerate(Instructions)) {
      unsigned LastUse = N;
      for (const Use &U : I->uses())
        LastUse = std::max(LastUse, indexOf(U));
      if (LastUse == N || isCheap(I))
        continue;
      int64_t Bytes = DL.getTypeAllocSize(I->getType()).getFixedValue();
      Change[N + 1] += Bytes;
      Change[LastUse + 1] -= Bytes;
    }
    std::vector<uint64_t> Alive(size());
    int64_t Sum = 0;
    for (size_t N = 0; N != size(); ++N)
      Alive[N] = Sum += Change[N];
    return Alive;
  }

  Loop &L;
  std::vector<Instruction *> Instructions;
  std::vector<bool> IsSpine;
  DenseMap<const Instruction *, unsigned> Index;
};

// What an iteration keeps for the pieces to come. Arrays are used again when nobody needs what they have.
class Slots {
public:
  explicit Slots(Function &F) : F(F) {}

  AllocaInst *take(Type *T, unsigned First, unsigned Last) {
    for (Slot &S : All)
      if (S.Array->getAllocatedType()->getArrayElementType() == T && S.Last < First) {
        S.Last = Last;
        return S.Array;
      }
    BasicBlock &Entry = F.getEntryBlock();
    AllocaInst *Array =
        IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(ArrayType::get(T, StripSize), nullptr, "passed");
    Array->setAlignment(Align(64));
    All.push_back({Array, Last});
    return Array;
  }

private:
  struct Slot {
    AllocaInst *Array;
    unsigned Last; // piece that reads it
  };
  Function &F;
  SmallVector<Slot, 16> All;
};

// A part of the body as a loop of its own.
struct Piece {
  BasicBlock *Head, *End;
  PHINode *Turn = nullptr; // of the strip's iterations
  SmallVector<PHINode *, 2> Counters = {};
};

class Splitter {
public:
  Splitter(Loop &L, LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE)
      : L(L), LI(LI), DT(DT), SE(SE), F(*L.getHeader()->getParent()), Arrays(F) {}

  // Leaves the loop as it is, or in the form that transformations want, where it is not cut.
  void run(unsigned LargestBody) {
    simplifyLoop(&L, &DT, &LI, &SE, nullptr, nullptr, false);
    if (!isCandidate())
      return;
    Body Given(L, LI, DT);
    SmallVector<unsigned, 8> Cuts = Given.cuts(F.getDataLayout(), std::max(LargestBody / 2, 4u));
    if (Cuts.empty())
      return;
    LoopID = L.getLoopID();
    Group = accessGroup();
    Trips = expandTripCount();
    const SmallVector<Instruction *, 0> Values = Given.values();
    makePieces(Given, Cuts);
    makeLoops();
    forgetVariables();
    for (Instruction *I : reverse(Values))
      if (Given.isCheap(I) && !isa<PHINode>(I))
        computeAgain(*I);
    for (Instruction *I : Values)
      if (!isCounter(I))
        keep(*I);
    replaceCounters();
  }

private:
  bool isCandidate() {
    BasicBlock *Latch = L.getLoopLatch();
    if (!L.isInnermost() || !L.isLoopSimplifyForm() || L.getExitingBlock() != Latch || !L.getExitBlock() ||
        !isa<BranchInst>(Latch->getTerminator()) || !L.isAnnotatedParallel() ||
        isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
      return false;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (isa<AllocaInst>(I) || I.getType()->isTokenTy() || I.getType()->isScalableTy() ||
            any_of(I.users(), [&](User *U) { return !L.contains(cast<Instruction>(U)); }))
          return false;
    return findCounters();
  }

  bool findCounters() {
    for (PHINode &Phi : L.getHeader()->phis()) {
      const auto *Recurrence = Phi.getType()->isIntegerTy() ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi)) : nullptr;
      const auto *Step = Recurrence && Recurrence->getLoop() == &L && Recurrence->isAffine()
                             ? dyn_cast<SCEVConstant>(Recurrence->getStepRecurrence(SE))
                             : nullptr;
      if (!Step)
        return false;
      Counters.push_back({&Phi, Step->getValue(), Recurrence->hasNoUnsignedWrap(), Recurrence->hasNoSignedWrap()});
    }
    return true;
  }

  bool isCounter(const Instruction *I) const {
    return any_of(Counters, [&](const Counter &C) { return C.Phi == I; });
  }

  // What is passed from piece to piece is as independent as the loop's own accesses.
  MDNode *accessGroup() const {
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (MDNode *Found = I.getMetadata(LLVMContext::MD_access_group))
          return Found;
    return nullptr;
  }

  Value *expandTripCount() {
    SCEVExpander Expander(SE, "trips");
    Type *I64 = Type::getInt64Ty(F.getContext());
    const SCEV *Taken = SE.getTruncateOrZeroExtend(SE.getBackedgeTakenCount(&L), I64);
    return Expander.expandCodeFor(SE.getAddExpr(Taken, SE.getOne(I64)), I64,
                                  L.getLoopPreheader()->getTerminator()->getIterator());
  }

  void makePieces(const Body &Given, ArrayRef<unsigned> Cuts) {
    Pieces.push_back({L.getHeader(), nullptr});
    for (unsigned Cut : Cuts) {
      BasicBlock *Before = Given[Cut]->getParent();
      Pieces.back().End = Before;
      Pieces.push_back({SplitBlock(Before, Given[Cut], &DT, &LI, nullptr, "piece"), nullptr});
    }
    Pieces.back().End = L.getLoopLatch();
    unsigned Number = 0;
    for (size_t N = 0; N != Given.size(); ++N) {
      if (Number != Cuts.size() && N == Cuts[Number])
        ++Number;
      NumberOf[Given[N]->getParent()] = Number;
    }
    for (auto [Number, P] : enumerate(Pieces))
      NumberOf[P.End] = Number; // its branch to the next piece is new
  }

  BasicBlock *block(StringRef Name) {
    return BasicBlock::Create(F.getContext(), Name, &F, Pieces.back().End->getNextNode());
  }

  // The control flow: strips, and in each the pieces as loops.
  void makeLoops() {
    BasicBlock *Before = L.getLoopPreheader(), *Exit = L.getExitBlock(), *Latch = L.getLoopLatch();
    BasicBlock *Strip = block("strip");
    IRBuilder<> B(Strip);
    B.SetCurrentDebugLocation(Latch->getTerminator()->getDebugLoc());
    PHINode *Done = B.CreatePHI(B.getInt64Ty(), 2, "done");
    Done->addIncoming(B.getInt64(0), Before);
    SmallVector<PHINode *, 2> Starts;
    for (const Counter &C : Counters) {
      Starts.push_back(B.CreatePHI(C.Phi->getType(), 2));
      Starts.back()->addIncoming(C.Phi->getIncomingValueForBlock(Before), Before);
    }
    Value *Count = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(Trips, Done, "", true), B.getInt64(StripSize));
    Before->getTerminator()->replaceSuccessorWith(L.getHeader(), Strip);
    for (Piece &P : Pieces)
      makeLoop(P, B, Count, Starts);
    Value *Next = B.CreateAdd(Done, Count, "", true);
    Done->addIncoming(Next, B.GetInsertBlock());
    for (auto [C, Start] : zip(Counters, Starts)) {
      Value *Distance = B.CreateMul(B.CreateZExtOrTrunc(Count, Start->getType()), C.Step);
      Start->addIncoming(B.CreateAdd(Start, Distance), B.GetInsertBlock());
    }
    B.CreateCondBr(B.CreateICmpEQ(Next, Trips), Exit, Strip);
    Exit->replacePhiUsesWith(Latch, B.GetInsertBlock());
  }

  // Where B is; leaves B behind the loop.
  void makeLoop(Piece &P, IRBuilder<> &B, Value *Count, ArrayRef<PHINode *> Starts) {
    BasicBlock *Enter = block("piece.enter"), *Next = block("piece.next"), *After = block("piece.end");
    B.CreateBr(Enter);
    B.SetInsertPoint(Enter);
    B.CreateBr(P.Head);
    P.End->getTerminator()->eraseFromParent();
    B.SetInsertPoint(P.End);
    B.CreateBr(Next);
    B.SetInsertPoint(P.Head, P.Head->begin());
    P.Turn = B.CreatePHI(B.getInt64Ty(), 2, "turn");
    P.Turn->addIncoming(B.getInt64(0), Enter);
    for (PHINode *Start : Starts) {
      P.Counters.push_back(B.CreatePHI(Start->getType(), 2));
      P.Counters.back()->addIncoming(Start, Enter);
    }
    B.SetInsertPoint(Next);
    for (auto [C, Phi] : zip(Counters, P.Counters))
      Phi->addIncoming(B.CreateAdd(Phi, C.Step, "", C.NUW, C.NSW), Next);
    Value *NextTurn = B.CreateAdd(P.Turn, B.getInt64(1), "", true, true);
    P.Turn->addIncoming(NextTurn, Next);
    BranchInst *Back = B.CreateCondBr(B.CreateICmpEQ(NextTurn, Count), After, P.Head);
    MDNode *ID = MDNode::getDistinct(F.getContext(), SmallVector<Metadata *, 4>(LoopID->op_begin(), LoopID->op_end()));
    ID->replaceOperandWith(0, ID);
    Back->setMetadata(LLVMContext::MD_loop, ID);
    B.SetInsertPoint(After);
  }

  // A debugger must not show the value that another iteration had.
  void forgetVariables() {
    for (BasicBlock &BB : F)
      for (Instruction &I : BB)
        for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
          if (NumberOf.contains(&BB) &&
              any_of(Record.location_ops(), [&](Value *V) { return isOfAnotherPiece(V, BB); }))
            Record.setKillLocation();
  }

  bool isOfAnotherPiece(Value *V, const BasicBlock &BB) const {
    auto *I = dyn_cast<Instruction>(V);
    return I && NumberOf.contains(I->getParent()) &&
           (isCounter(I) || NumberOf.lookup(I->getParent()) != NumberOf.lookup(&BB));
  }

  unsigned pieceOf(const Use &U) const {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    return NumberOf.lookup(Phi ? Phi->getIncomingBlock(U) : User->getParent());
  }

  // Uses of I in other pieces, by piece.
  std::map<unsigned, SmallVector<Use *, 4>> usesElsewhere(Instruction &I) const {
    std::map<unsigned, SmallVector<Use *, 4>> Out;
    for (Use &U : I.uses())
      if (unsigned Number = pieceOf(U); Number != NumberOf.lookup(I.getParent()))
        Out[Number].push_back(&U);
    return Out;
  }

  Value *cloneTree(Value *V, Instruction *Before) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !NumberOf.contains(I->getParent()) || isCounter(I))
      return V;
    Instruction *Copy = I->clone();
    for (Use &Operand : Copy->operands())
      Operand = cloneTree(Operand, Before);
    Copy->insertBefore(Before->getIterator());
    return Copy;
  }

  void computeAgain(Instruction &I) {
    for (auto &[Number, Uses] : usesElsewhere(I)) {
      Value *Copy = cloneTree(&I, &*Pieces[Number].Head->getFirstNonPHIIt());
      for (Use *U : Uses)
        U->set(Copy);
    }
  }

  void keep(Instruction &I) {
    std::map<unsigned, SmallVector<Use *, 4>> Uses = usesElsewhere(I);
    if (Uses.empty())
      return;
    const unsigned Own = NumberOf.lookup(I.getParent());
    // Arrays of single bits are no vectors.
    Type *T = I.getType(), *Kept = T->isIntegerTy(1) ? Type::getInt8Ty(F.getContext()) : T;
    AllocaInst *Array = Arrays.take(Kept, Own, Uses.rbegin()->first);
    IRBuilder<> B(I.getParent(), *I.getInsertionPointAfterDef());
    B.SetCurrentDebugLocation(I.getDebugLoc());
    Value *Stored = Kept == T ? &I : B.CreateZExt(&I, Kept);
    mark(B.CreateStore(Stored, B.CreateInBoundsGEP(Kept, Array, Pieces[Own].Turn)));
    for (auto &[Number, Places] : Uses) {
      BasicBlock *Head = Pieces[Number].Head;
      B.SetInsertPoint(Head, Head->getFirstNonPHIIt());
      Instruction *Loaded = B.CreateLoad(Kept, B.CreateInBoundsGEP(Kept, Array, Pieces[Number].Turn));
      mark(Loaded);
      Value *Value = Kept == T ? Loaded : B.CreateTrunc(Loaded, T);
      for (Use *U : Places)
        U->set(Value);
    }
  }

  void mark(Instruction *Access) { Access->setMetadata(LLVMContext::MD_access_group, Group); }

  void replaceCounters() {
    for (auto [N, C] : enumerate(Counters)) {
      for (Use &U : make_early_inc_range(C.Phi->uses()))
        U.set(Pieces[pieceOf(U)].Counters[N]);
      C.Phi->eraseFromParent();
    }
  }

  Loop &L;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  Function &F;
  Slots Arrays;
  SmallVector<Counter, 2> Counters;
  MDNode *LoopID = nullptr, *Group = nullptr;
  Value *Trips = nullptr;
  SmallVector<Piece, 8> Pieces;
  DenseMap<const BasicBlock *, unsigned> NumberOf; // of the piece that a block of the body is in
};

size_t sizeOf(const Loop &L) {
  size_t Size = 0;
  for (const BasicBlock *BB : L.blocks())
    Size += BB->size();
  return Size;
}

} // namespace

PreservedAnalyses SplitLargeLoopsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<BasicBlock *, 4> Headers;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && sizeOf(*L) > LargestBody)
      Headers.push_back(L->getHeader());
  for (BasicBlock *Header : Headers) {
    LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
    Splitter(*LI.getLoopFor(Header), LI, FAM.getResult<DominatorTreeAnalysis>(F),
             FAM.getResult<ScalarEvolutionAnalysis>(F))
        .run(LargestBody);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  return Headers.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace syclfuse::fuser
