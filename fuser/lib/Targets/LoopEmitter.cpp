// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopEmitter.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// One access group per module, which holds one kernel. It must be distinct, and found again.
MDNode *accessGroup(Module &M) {
  NamedMDNode *Named = M.getOrInsertNamedMetadata("syclfuse.work-items");
  if (Named->getNumOperands() == 0)
    Named->addOperand(MDNode::getDistinct(M.getContext(), {}));
  return Named->getOperand(0);
}

MDNode *loopMetadata(Module &M, LoopKind Kind) {
  LLVMContext &C = M.getContext();
  auto Flag = [&](StringRef Name) { return MDNode::get(C, MDString::get(C, Name)); };
  SmallVector<Metadata *, 4> Operands{nullptr, Flag("llvm.loop.mustprogress")};
  if (Kind == LoopKind::Parallel)
    Operands.push_back(MDNode::get(C, {MDString::get(C, "llvm.loop.parallel_accesses"), accessGroup(M)}));
  else
    Operands.push_back(Flag("llvm.loop.unroll.disable"));
  MDNode *Loop = MDNode::getDistinct(C, Operands);
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

} // namespace

void emitLoop(IRBuilder<> &B, Value *First, Value *Last, StringRef Name, LoopKind Kind,
              function_ref<void(Value *)> Body) {
  Function *F = B.GetInsertBlock()->getParent();
  LLVMContext &C = F->getContext();
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Head = BasicBlock::Create(C, Name, F), *After = BasicBlock::Create(C, Name + ".end", F);
  B.CreateCondBr(B.CreateICmpULT(First, Last), Head, After);
  B.SetInsertPoint(Head);
  PHINode *I = B.CreatePHI(First->getType(), 2, Name);
  I->addIncoming(First, Before);
  Body(I);
  Value *Next = B.CreateAdd(I, B.getInt64(1), "", true, true);
  I->addIncoming(Next, B.GetInsertBlock());
  BranchInst *Back = B.CreateCondBr(B.CreateICmpEQ(Next, Last), After, Head);
  if (Kind != LoopKind::Plain)
    Back->setMetadata(LLVMContext::MD_loop, loopMetadata(*F->getParent(), Kind));
  B.SetInsertPoint(After);
}

void markIndependentAccesses(Function &F) {
  MDNode *Group = accessGroup(*F.getParent());
  for (Instruction &I : instructions(F)) {
    if (!I.mayReadOrWriteMemory() || I.isAtomic() || I.isVolatile())
      continue;
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (Pointer && !isa<AllocaInst>(getUnderlyingObject(Pointer, 0)))
      I.setMetadata(LLVMContext::MD_access_group, Group);
  }
}

} // namespace syclfuse::fuser
