// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SafeDivisions.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxTree = 16;

class LoopDivisions {
public:
  LoopDivisions(const Loop &L, const DominatorTree &DT) : L(L), DT(DT), End(L.getHeader()->getTerminator()) {}

  void run() {
    SmallVector<Instruction *, 4> Divisions; // what another one divides comes first
    for (const DomTreeNode *Node : depth_first(DT.getNode(L.getHeader())))
      if (BasicBlock *BB = Node->getBlock(); L.contains(BB) && !DT.dominates(BB, L.getLoopLatch()))
        for (Instruction &I : *BB)
          if (I.isIntDivRem() && !isSafeToSpeculativelyExecute(&I))
            Divisions.push_back(&I);
    for (Instruction *I : Divisions)
      if (unsigned Left = MaxTree; all_of(I->operands(), [&](Value *V) { return isKnown(V, Left); })) {
        for (Value *V : I->operands())
          hoist(V);
        move(*I);
        makeSafe(*I);
      } else {
        hide(*I);
      }
  }

private:
  // Whether V is computed before the loop's first condition, or can be.
  bool isKnown(Value *V, unsigned &Left) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, End))
      return true;
    return !isa<PHINode>(I) && !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I) && Left-- != 0 &&
           all_of(I->operands(), [&](Value *O) { return isKnown(O, Left); });
  }

  void hoist(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, End))
      return;
    for (Value *O : I->operands())
      hoist(O);
    move(*I);
  }

  void move(Instruction &I) {
    const bool IsInvariant = L.getLoopPreheader() && L.hasLoopInvariantOperands(&I);
    I.moveBefore(IsInvariant ? L.getLoopPreheader()->getTerminator()->getIterator() : End->getIterator());
    I.dropUBImplyingAttrsAndMetadata();
    I.dropPoisonGeneratingFlags();
  }

  // The vectorizer sees no quotient that is the same for several work-items behind a freeze.
  static void hide(Instruction &I) {
    auto *Hidden = new FreezeInst(&I, "", std::next(I.getIterator()));
    I.replaceUsesWithIf(Hidden, [&](const Use &U) { return U.getUser() != Hidden; });
  }

  // -2^31 / -1 is as undefined as a division by 0.
  static void makeSafe(Instruction &I) {
    IRBuilder<> B(&I);
    Value *X = I.getOperand(0), *Y = I.getOperand(1);
    if (!isGuaranteedNotToBeUndefOrPoison(Y))
      Y = B.CreateFreeze(Y);
    Constant *One = ConstantInt::get(I.getType(), 1);
    if (I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::URem) {
      I.setOperand(1, B.CreateBinaryIntrinsic(Intrinsic::umax, Y, One));
      return;
    }
    Value *IsMinusOne = B.CreateICmpEQ(Y, Constant::getAllOnesValue(I.getType()));
    Value *IsBad = B.CreateOr(IsMinusOne, B.CreateIsNull(Y));
    I.setOperand(1, B.CreateSelect(IsBad, One, Y));
    if (I.getOpcode() == Instruction::SRem)
      return;
    B.SetInsertPoint(I.getNextNode());
    auto *Quotient = cast<Instruction>(B.CreateSelect(IsMinusOne, B.CreateNeg(X), &I));
    I.replaceUsesWithIf(Quotient, [&](const Use &U) { return U.getUser() != Quotient; });
  }

  const Loop &L;
  const DominatorTree &DT;
  Instruction *End;
};

} // namespace

void makeDivisionsSafe(const LoopInfo &LI, const DominatorTree &DT) {
  for (const Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && L->getLoopLatch())
      LoopDivisions(*L, DT).run();
}

} // namespace syclfuse::fuser
