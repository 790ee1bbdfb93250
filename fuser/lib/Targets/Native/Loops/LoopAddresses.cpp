// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopAddresses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Utils/Local.h"

#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// X + N with a constant N.
bool isCounter(const Loop &L, const Value *V) {
  const auto *I = dyn_cast<BinaryOperator>(V);
  bool IsSum = I && (I->getOpcode() == Instruction::Add ||
                     (I->getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(I)->isDisjoint()));
  if (IsSum && isa<ConstantInt>(I->getOperand(1)))
    V = I->getOperand(0);
  const auto *Phi = dyn_cast<PHINode>(V);
  return Phi && Phi->getParent() == L.getHeader();
}

// Strength reduction is for what changes by the same amount each time; not for what is loaded, or masked out of a
// counter.
bool hasRecurrence(const Value *V, ScalarEvolution &SE) {
  return SE.isSCEVable(V->getType()) &&
         SCEVExprContains(SE.getSCEV(const_cast<Value *>(V)), [](const SCEV *S) { return isa<SCEVAddRecExpr>(S); });
}

bool isPlainAddress(const Loop &L, const GetElementPtrInst &Address, ScalarEvolution &SE) {
  const Value *Base = Address.getPointerOperand();
  if (const auto *Inner = dyn_cast<GetElementPtrInst>(Base); Inner && L.contains(Inner))
    return Address.hasAllConstantIndices();
  unsigned Changing = 0;
  for (const Use &Index : Address.indices()) {
    if (L.isLoopInvariant(Index))
      continue;
    if (++Changing != 1 || (!isCounter(L, Index) && hasRecurrence(Index, SE)))
      return false;
  }
  return L.isLoopInvariant(Base);
}

bool hasPlainAddresses(const Loop &L, ScalarEvolution &SE) {
  for (const BasicBlock *BB : L.blocks()) {
    for (const Instruction &I : *BB) {
      if (I.getType()->isVectorTy())
        continue;
      if (const auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
        if (!isPlainAddress(L, *Address, SE))
          return false;
      } else if (((I.getOpcode() == Instruction::Mul || I.getOpcode() == Instruction::Shl) && hasRecurrence(&I, SE)) ||
                 (isa<PHINode>(I) && I.getType()->isPointerTy())) {
        return false;
      }
    }
  }
  return true;
}

class Hoisting {
public:
  explicit Hoisting(Loop &L) : L(L), Before(L.getLoopPreheader()) {}

  bool run() {
    SmallVector<GetElementPtrInst *, 16> Addresses;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (auto *Address = dyn_cast<GetElementPtrInst>(&I); Address && Address->getNumIndices() == 1)
          Addresses.push_back(Address);
    bool Changed = false;
    for (GetElementPtrInst *Address : Addresses)
      Changed |= Before && split(*Address);
    return Changed;
  }

private:
  bool split(GetElementPtrInst &Address) {
    auto *Sum = dyn_cast<BinaryOperator>(*Address.idx_begin());
    if (!Sum || Sum->getOpcode() != Instruction::Add || Address.getType()->isVectorTy() || !L.contains(Sum) ||
        !L.isLoopInvariant(Address.getPointerOperand()))
      return false;
    Value *Fixed = Sum->getOperand(0), *Changing = Sum->getOperand(1);
    if (!L.isLoopInvariant(Fixed))
      std::swap(Fixed, Changing);
    if (!L.isLoopInvariant(Fixed) || isa<ConstantInt>(Fixed))
      return false;
    Type *Element = Address.getSourceElementType();
    Value *&Base = Bases[{Address.getPointerOperand(), Fixed, Element}];
    if (!Base)
      Base = IRBuilder<>(Before->getTerminator()).CreateGEP(Element, Address.getPointerOperand(), Fixed);
    Address.replaceAllUsesWith(IRBuilder<>(&Address).CreateGEP(Element, Base, Changing));
    RecursivelyDeleteTriviallyDeadInstructions(&Address);
    return true;
  }

  Loop &L;
  BasicBlock *Before;
  DenseMap<std::tuple<Value *, Value *, Type *>, Value *> Bases;
};

// Hides how values that come into the loop are computed, for as long as it lives. Scalar evolution would write the
// start of each address as an expression over all outer loops, which takes strength reduction most of its time, and
// which it would compute anew before the loop.
class HiddenInputs {
public:
  HiddenInputs(const Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {
    SmallSetVector<Instruction *, 16> Inputs;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        for (Value *Operand : I.operands())
          if (auto *Input = dyn_cast<Instruction>(Operand);
              Input && !L.contains(Input) && SE.isSCEVable(Input->getType()))
            Inputs.insert(Input);
    IRBuilder<> B(L.getLoopPreheader()->getTerminator());
    for (Instruction *Input : Inputs) {
      auto *Hidden = cast<Instruction>(B.CreateFreeze(Input));
      Input->replaceUsesWithIf(Hidden, [&](Use &U) { return L.contains(cast<Instruction>(U.getUser())); });
      Frozen.push_back(Hidden);
    }
    SE.forgetLoop(&L);
  }

  ~HiddenInputs() {
    for (const WeakVH &Handle : Frozen)
      if (auto *Hidden = cast_or_null<Instruction>(Handle)) { // null: of no more use
        SE.forgetValue(Hidden);
        Hidden->replaceAllUsesWith(Hidden->getOperand(0));
        Hidden->eraseFromParent();
      }
    SE.forgetLoop(&L);
  }

private:
  const Loop &L;
  ScalarEvolution &SE;
  SmallVector<WeakVH, 16> Frozen;
};

} // namespace

PreservedAnalyses LoopAddressesPass::run(Loop &L, LoopAnalysisManager &AM, LoopStandardAnalysisResults &AR,
                                         LPMUpdater &U) {
  bool Changed = Hoisting(L).run();
  PreservedAnalyses Kept = Changed ? getLoopPassPreservedAnalyses() : PreservedAnalyses::all();
  if (L.isInnermost() && L.getLoopPreheader() && !hasPlainAddresses(L, AR.SE)) {
    HiddenInputs Hidden(L, AR.SE);
    LoopStrengthReducePass().run(L, AM, AR, U);
    Kept = getLoopPassPreservedAnalyses();
  }
  return Kept;
}

} // namespace syclfuse::fuser
