// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopDirection.h"
#include "syclfuse/native_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <cstddef>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

// `do … while ((Counter += Step) != End)`, from zero.
struct CountedLoop {
  PHINode *Counter;
  BinaryOperator *Next;
  ConstantInt *Step;
  ICmpInst *Compare;
  Value *End;
};

bool isUsedOutside(const Loop &L, const Instruction &I) {
  return any_of(I.users(), [&](const User *U) { return !L.contains(cast<Instruction>(U)); });
}

std::optional<CountedLoop> findCounter(const Loop &L) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
  if (!Latch || !Before || L.getExitingBlock() != Latch || !hasSingleElement(Header->phis()))
    return std::nullopt;
  CountedLoop Out{};
  Out.Counter = &*Header->phis().begin();
  Value *Next = Out.Counter->getIncomingValueForBlock(Latch);
  CmpPredicate Predicate;
  if (!Out.Counter->getType()->isIntegerTy(64) || !match(Out.Counter->getIncomingValueForBlock(Before), m_Zero()) ||
      !match(Next, m_Add(m_Specific(Out.Counter), m_ConstantInt(Out.Step))) ||
      !match(Latch->getTerminator(),
             m_Br(m_ICmp(Predicate, m_Specific(Next), m_Value(Out.End)), m_BasicBlock(), m_SpecificBB(Header))) ||
      Predicate != CmpInst::ICMP_EQ || !L.isLoopInvariant(Out.End))
    return std::nullopt;
  Out.Next = cast<BinaryOperator>(Next);
  Out.Compare = cast<ICmpInst>(cast<BranchInst>(Latch->getTerminator())->getCondition());
  // What else is made of the next value expects that it is larger.
  if (!Out.Next->hasNUses(2) || !Out.Compare->hasOneUse() || isUsedOutside(L, *Out.Counter))
    return std::nullopt;
  return Out;
}

// Its iterations are independent, and the vectorizer has made sure that End is a multiple of Step.
bool isVectorizedOverItems(const Loop &L) {
  return L.isInnermost() && L.isAnnotatedParallel() && getBooleanLoopAttribute(&L, "llvm.loop.isvectorized");
}

void takeDirection(const CountedLoop &C, Value *State, BasicBlock *Before) {
  IRBuilder<> B(Before->getTerminator());
  Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), State, offsetof(sycl_fuse_native_state, flags));
  LoadInst *Flags = B.CreateAlignedLoad(B.getInt64Ty(), Address, Align(8));
  Flags->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
  Value *Backwards = B.CreateICmpNE(B.CreateAnd(Flags, SYCL_FUSE_NATIVE_BACKWARDS), B.getInt64(0), "backwards");
  Constant *Down = ConstantInt::getSigned(B.getInt64Ty(), -C.Step->getSExtValue());
  Value *Last = B.CreateAdd(C.End, Down);
  C.Counter->setIncomingValueForBlock(Before, B.CreateSelect(Backwards, Last, B.getInt64(0), "start"));
  C.Next->setOperand(C.Next->getOperand(0) == C.Counter ? 1 : 0, B.CreateSelect(Backwards, Down, C.Step, "step"));
  C.Next->dropPoisonGeneratingFlags();
  C.Compare->setOperand(C.Compare->getOperand(0) == C.Next ? 1 : 0, B.CreateSelect(Backwards, Down, C.End, "stop"));
}

} // namespace

PreservedAnalyses LoopDirectionPass::run(Function &F, FunctionAnalysisManager &FAM) {
  if (!F.hasFnAttribute(DirectionAttribute))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F))
    if (isVectorizedOverItems(*L))
      if (std::optional<CountedLoop> C = findCounter(*L)) {
        takeDirection(*C, F.getArg(1), L->getLoopPreheader());
        Changed = true;
      }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace syclfuse::fuser
