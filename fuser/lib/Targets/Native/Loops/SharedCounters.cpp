// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SharedCounters.h"
#include "NeighbourItems.h"
#include "Support/AnalysisManagers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

class Sharing {
public:
  Sharing(Loop &L, ScalarEvolution &SE, const NeighbourItems &Neighbours) : L(L), SE(SE), Neighbours(Neighbours) {}

  void run() {
    BasicBlock *Before = L.getLoopPredecessor();
    PHINode *Counter = Before ? findCounter() : nullptr;
    if (!Counter)
      return;
    const APInt First = cast<SCEVConstant>(recurrence(*Counter)->getStart())->getAPInt();
    SmallVector<std::pair<PHINode *, APInt>, 4> Others;
    for (PHINode &Phi : L.getHeader()->phis())
      if (&Phi != Counter && beginsApart(Phi) && !endsLoop(Phi))
        Others.push_back({&Phi, cast<SCEVConstant>(recurrence(Phi)->getStepRecurrence(SE))->getAPInt()});
    for (auto &[Phi, Step] : Others) {
      Value *Sum = sum(*Counter, First, *Phi, Phi->getIncomingValueForBlock(Before), Step);
      SE.forgetValue(Phi);
      Phi->replaceAllUsesWith(Sum);
      RecursivelyDeleteDeadPHINode(Phi);
    }
  }

private:
  const SCEVAddRecExpr *recurrence(PHINode &Phi) const {
    if (!SE.isSCEVable(Phi.getType()))
      return nullptr;
    const auto *R = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    return R && R->getLoop() == &L && R->isAffine() && isa<SCEVConstant>(R->getStepRecurrence(SE)) ? R : nullptr;
  }
  // Counts the turns from a constant on, which are fewer than it has numbers.
  PHINode *findCounter() const {
    for (PHINode &Phi : L.getHeader()->phis()) {
      const SCEVAddRecExpr *R = Phi.getType()->isIntegerTy() ? recurrence(Phi) : nullptr;
      const auto *First = R ? dyn_cast<SCEVConstant>(R->getStart()) : nullptr;
      if (First && R->getStepRecurrence(SE)->isOne() &&
          (R->hasNoUnsignedWrap() || (R->hasNoSignedWrap() && First->getAPInt().isNonNegative())))
        return &Phi;
    }
    return nullptr;
  }

  bool beginsApart(PHINode &Phi) const {
    const SCEVAddRecExpr *R = recurrence(Phi);
    return R && SCEVExprContains(R->getStart(), [&](const SCEV *S) {
             const auto *V = dyn_cast<SCEVUnknown>(S);
             return V && Neighbours.varying().contains(V->getValue());
           });
  }

  // StridedTurns.h knows such loops by their counter.
  bool endsLoop(PHINode &Phi) const {
    SmallVector<BasicBlock *, 2> Exiting;
    L.getExitingBlocks(Exiting);
    return any_of(Exiting, [&](BasicBlock *BB) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      auto *Compare = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
      return Compare &&
             any_of(Compare->operands(), [&](Value *V) { return V == &Phi || is_contained(Phi.incoming_values(), V); });
    });
  }

  Value *sum(PHINode &Counter, const APInt &First, PHINode &Phi, Value *Start, const APInt &Step) const {
    IRBuilder<> B(L.getHeader(), L.getHeader()->getFirstInsertionPt());
    Value *Turn = B.CreateSub(&Counter, B.getInt(First));
    Type *T = SE.getEffectiveSCEVType(Phi.getType());
    Value *Distance = B.CreateMul(B.CreateZExtOrTrunc(Turn, T), B.getInt(Step));
    return Phi.getType()->isPointerTy() ? B.CreatePtrAdd(Start, Distance) : B.CreateAdd(Start, Distance);
  }

  Loop &L;
  ScalarEvolution &SE;
  const NeighbourItems &Neighbours;
};

} // namespace

void shareCounters(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape) {
  FunctionAnalyses Analyses(F);
  const NeighbourItems Neighbours(Item, F, Shape);
  for (Loop *L : Analyses.Loops.getLoopsInPreorder())
    Sharing(*L, Analyses.SE, Neighbours).run();
}

} // namespace syclfuse::fuser
