// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamingStores.h"

#include "Support/AnalysisManagers.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral AlignedMarker = "__sycl_fuse_assume_aligned";

SmallVector<AssumeInst *, 4> assumptionsOfAlignment(Function &F) {
  SmallVector<AssumeInst *, 4> Found;
  for (Instruction &I : instructions(F))
    if (auto *Assume = dyn_cast<AssumeInst>(&I))
      if (Assume->getNumOperandBundles() == 1 && Assume->getOperandBundleAt(0).getTagName() == "align")
        Found.push_back(Assume);
  return Found;
}

SmallVector<StoreInst *, 8> alignedVectorStores(Function &F, ArrayRef<AssumeInst *> Assumptions) {
  FunctionAnalyses Analyses(F);
  ScalarEvolution &SE = Analyses.SE;
  SmallVector<StoreInst *, 8> Found;
  for (Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->isSimple() || !Store->getValueOperand()->getType()->isVectorTy())
      continue;
    uint64_t Size = F.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType());
    if (Size < 16 || Size > StreamAlignment || !isPowerOf2_64(Size))
      continue;
    const SCEV *Address = SE.getSCEV(Store->getPointerOperand());
    for (AssumeInst *Assume : Assumptions) {
      // Elsewhere the same address may not be aligned.
      if (!Analyses.Dominators.dominates(Assume, Store))
        continue;
      const SCEV *Base = SE.getSCEV(Assume->getOperandBundleAt(0).Inputs[0]);
      const SCEV *Distance = SE.getMinusSCEV(Address, Base);
      if (isa<SCEVCouldNotCompute>(Distance) || SE.getMinTrailingZeros(Distance) < Log2_64(Size))
        continue;
      Store->setAlignment(Align(Size));
      Found.push_back(Store);
      break;
    }
  }
  return Found;
}

} // namespace

void emitStreamMarker(IRBuilder<> &B, Value *Address) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Marker = M.getOrInsertFunction(AlignedMarker, B.getVoidTy(), Address->getType());
  auto *F = cast<Function>(Marker.getCallee());
  F->setOnlyAccessesInaccessibleMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  B.CreateCall(Marker, {Address});
}

void materializeAssumptions(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != AlignedMarker)
      continue;
    IRBuilder<>(Call).CreateAlignmentAssumption(F.getDataLayout(), Call->getArgOperand(0), StreamAlignment);
    Call->eraseFromParent();
  }
}

void markStreamingStores(Module &M) {
  LLVMContext &C = M.getContext();
  if (Function *Marker = M.getFunction(AlignedMarker))
    Marker->eraseFromParent();
  MDNode *One = MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1)));
  for (Function &F : M) {
    if (!F.hasFnAttribute(StreamAttribute) || F.isDeclaration())
      continue;
    SmallVector<StoreInst *, 8> Stores = alignedVectorStores(F, assumptionsOfAlignment(F));
    for (StoreInst *Store : Stores)
      Store->setMetadata(LLVMContext::MD_nontemporal, One);
    for (BasicBlock &BB : F)
      if (!Stores.empty() && isa<ReturnInst>(BB.getTerminator()))
        IRBuilder<>(BB.getTerminator()).CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
  }
}

} // namespace syclfuse::fuser
