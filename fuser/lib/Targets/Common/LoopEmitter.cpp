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

MDNode *loopMetadata(Module &M, LoopKind Kind, Value *Last) {
  LLVMContext &C = M.getContext();
  auto Flag = [&](StringRef Name) { return MDNode::get(C, MDString::get(C, Name)); };
  SmallVector<Metadata *, 4> Operands{nullptr, Flag("llvm.loop.mustprogress")};
  auto *Parallel = MDNode::get(C, {MDString::get(C, "llvm.loop.parallel_accesses"), accessGroup(M)});
  if (Kind == LoopKind::Few)
    Operands.push_back(MDNode::get(
        C, {MDString::get(C, "llvm.loop.vectorize.enable"), ConstantAsMetadata::get(ConstantInt::getFalse(C))}));
  else if (Kind != LoopKind::Rolled)
    Operands.push_back(Parallel);
  if (Kind != LoopKind::Parallel)
    Operands.push_back(Flag("llvm.loop.unroll.disable"));
  if (Kind == LoopKind::Strip)
    Operands.push_back(MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.followup_vectorized"),
                                       Flag("llvm.loop.unroll.full"), Flag("llvm.loop.isvectorized")}));
  if (Kind == LoopKind::Whole) {
    auto Count = [&](StringRef Name, Constant *N) {
      Operands.push_back(MDNode::get(C, {MDString::get(C, Name), ConstantAsMetadata::get(N)}));
    };
    Type *I32 = Type::getInt32Ty(C);
    Count("llvm.loop.vectorize.width", ConstantInt::get(I32, cast<ConstantInt>(Last)->getZExtValue()));
    Count("llvm.loop.interleave.count", ConstantInt::get(I32, 1));
  }
  if (Kind == LoopKind::Row)
    Operands.push_back(
        MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.followup_vectorized"), Flag("llvm.loop.isvectorized")}));
  MDNode *Loop = MDNode::getDistinct(C, Operands);
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

bool isByVal(const Value &V) {
  auto *A = dyn_cast<Argument>(&V);
  return A && A->hasByValAttr();
}

// Stack variables, and byval parameters, which become some when the function is inlined.
bool hasPrivateMemory(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) { return isa<AllocaInst>(I); }) ||
         any_of(F.args(), [](const Argument &A) { return isByVal(A); });
}

// Anything but other parameters and globals may point to a stack variable.
bool mayBePrivate(const Value &Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, nullptr, 0);
  return any_of(Objects, [](const Value *V) { return isByVal(*V) || !isa<Argument, GlobalVariable>(V); });
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
    Back->setMetadata(LLVMContext::MD_loop, loopMetadata(*F->getParent(), Kind, Last));
  B.SetInsertPoint(After);
}

void markIndependentAccesses(Function &F) {
  MDNode *Group = accessGroup(*F.getParent());
  bool Private = hasPrivateMemory(F);
  for (Instruction &I : instructions(F)) {
    if (!I.mayReadOrWriteMemory() || I.isAtomic() || I.isVolatile())
      continue;
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (Pointer && (!Private || !mayBePrivate(*Pointer)))
      I.setMetadata(LLVMContext::MD_access_group, Group);
  }
}

} // namespace syclfuse::fuser
